import { type ModelEntry, type ModelProvider, modelKey, providerIdOf, splitModel } from "@/lib/models/model-entry";
import { boundNameOf, type Provider } from "@/lib/providers/provider";

/** One entry of a custom-model string. */
export interface CustomModel {
  readonly isAvailable: boolean;
  /** `all` stands for every model that is listed so far. */
  readonly name: string;
  /** As written; nothing where the entry names none. */
  readonly provider?: string;
  readonly alias?: string;
}

/** The first place that a custom model or provider takes; later ones follow upwards, before all built-in ones. */
const firstCustomPlace = -1000;

/**
 * Reads a custom-model string: entries `[+-]name[@provider][=alias]` between commas, blanks around them ignored.
 *
 * What names no model, such as `-` or `@openai`, is answered apart, as it was written.
 */
export function parseCustomModels(text: string): { readonly entries: CustomModel[]; readonly unread: string[] } {
  const entries: CustomModel[] = [];
  const unread: string[] = [];
  for (const piece of text.split(",")) {
    const written = piece.trim();
    if (written === "") continue;
    const entry = parseEntry(written);
    if (entry) entries.push(entry);
    else unread.push(written);
  }
  return { entries, unread };
}

function parseEntry(written: string): CustomModel | undefined {
  const [target = "", alias = ""] = written.replace(/^[+-]/, "").split("=");
  const { name, provider } = splitModel(target.trim());
  if (name.trim() === "" || provider?.trim() === "") return undefined;
  return {
    isAvailable: !written.startsWith("-"),
    name: name.trim(),
    ...(provider === undefined ? {} : { provider: provider.trim() }),
    ...(alias.trim() === "" ? {} : { alias: alias.trim() }),
  };
}

/** Maximum number of entries of a user's string, which an import may bring. Applying 2,000 takes some milliseconds. */
const maxEntries = 2000;

/** The parts of a provider that entries are compared with. */
type NamedProvider = Pick<Provider, "id" | "name" | "route" | "boundName" | "isLocal" | "isCustom">;

/**
 * Applies custom-model strings to a list, entry by entry, so that later ones win. The last string is the operator's.
 *
 * Names are compared exactly; providers by id, name or route, whatever the case. An entry that nothing matches becomes a new
 * model: of the provider that it names, or of a custom one, which without a name is called like the model. An entry of
 * the operator's changes models of the user's own servers and of this computer only where it names their provider.
 */
export function applyCustomModels(
  list: readonly ModelEntry[],
  texts: readonly string[],
  providers: readonly NamedProvider[],
): ModelEntry[] {
  const own = new Set(providers.flatMap(({ id, isLocal, isCustom }) => (isLocal || isCustom ? [id] : [])));
  let models = [...list];
  const places = new Map<string, number>();
  const placeOf = (id: string) => {
    const place = places.get(id) ?? firstCustomPlace + places.size;
    places.set(id, place);
    return place;
  };
  const entries = texts.flatMap((text, index) => {
    const isOperators = index === texts.length - 1;
    const bounded = isOperators ? text : text.split(",", maxEntries).join();
    return parseCustomModels(bounded).entries.map((custom) => ({ custom, isOperators }));
  });
  for (const { custom, isOperators } of entries) {
    const id = custom.provider && providerIdOf(custom.provider, providers);
    const isOf = ({ provider }: ModelEntry) => (id ? provider.id === id : !(isOperators && own.has(provider.id)));
    if (custom.name === "all" && id === undefined) {
      models = models.map((model) => (isOf(model) ? { ...model, available: custom.isAvailable } : model));
      continue;
    }
    const isMeant = (model: ModelEntry) => model.name === custom.name && isOf(model);
    if (models.some(isMeant)) {
      models = models.map((model) => (isMeant(model) ? changed(model, custom) : model));
    } else {
      models.push(changed(newModel(custom, providers, list, placeOf), custom));
    }
  }
  return withoutDoubles(models);
}

/** Two names may lead to one endpoint of ByteDance's: the later one counts. */
function withoutDoubles(models: readonly ModelEntry[]): ModelEntry[] {
  return [...new Map(models.map((model) => [modelKey(model), model])).values()];
}

function changed(model: ModelEntry, { isAvailable, alias }: CustomModel): ModelEntry {
  if (alias === undefined) return { ...model, available: isAvailable };
  // What ByteDance is asked for is an endpoint (`ep-…`), which stands in the alias; the model's name is for people.
  if (model.provider.id === "bytedance") {
    return { ...model, name: alias, displayName: model.name, available: isAvailable };
  }
  return { ...model, displayName: alias, available: isAvailable };
}

function newModel(
  { name, provider = name }: CustomModel,
  providers: readonly NamedProvider[],
  list: readonly ModelEntry[],
  placeOf: (id: string) => number,
): ModelEntry {
  const id = providerIdOf(provider, providers);
  const builtIn = providers.findIndex((each) => each.id === id);
  const known = providers[builtIn];
  const listed = list.find((model) => model.provider.id === id)?.provider;
  const made: ModelProvider =
    listed ??
    (known
      ? { id, providerName: boundNameOf(known), providerType: id, sorted: builtIn + 1 }
      : { id, providerName: provider, providerType: "custom", sorted: placeOf(id) });
  return { name, displayName: name, available: true, sorted: placeOf(`${name}@${id}`), provider: made };
}
