import { type ModelEntry, type ModelProvider, modelKey, providerIdOf, splitModel } from "@/lib/models/model-entry";
import { boundNameOf, type Provider } from "@/lib/providers/provider";

/** One entry of a custom-model string. */
export interface CustomModel {
  readonly isAvailable: boolean;
  /** The model's name; `all` means every model listed so far, or every one of the provider. */
  readonly name: string;
  /** The provider as written; absent if the entry names none. */
  readonly provider?: string;
  readonly alias?: string;
}

/** Sort key of the first custom model or provider; later ones count up, all before the built-in ones. */
const firstCustomPlace = -1000;

/**
 * Parses a custom-model string: comma-separated entries `[+-]name[@provider][=alias]`, with optional white space.
 *
 * Entries without a model name, such as `-` or `@openai`, are returned separately, as written.
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

/**
 * Maximum number of entries of a user's string, which may come from an import. Applying 2,000 takes a few milliseconds.
 */
const maxEntries = 2000;

/** The parts of a provider that entries are compared with. */
type NamedProvider = Pick<Provider, "id" | "name" | "route" | "boundName" | "isLocal" | "isCustom" | "modelNames">;

/**
 * Applies custom-model strings to a list, entry by entry, so that later entries win. The last string is the operator's.
 *
 * Names are compared exactly; providers by id, name or route, ignoring case. An entry without a match adds a new model of
 * the named provider, or of a custom one. A custom provider without a name is named like the model. An operator's entry
 * changes models of the user's own or local servers only if it names their provider.
 */
export function applyCustomModels(
  list: readonly ModelEntry[],
  texts: readonly string[],
  providers: readonly NamedProvider[],
): ModelEntry[] {
  const own = new Set(providers.flatMap(({ id, isLocal, isCustom }) => (isLocal || isCustom ? [id] : [])));
  const endpointNamed = new Set(providers.flatMap(({ id, modelNames }) => (modelNames === "endpoints" ? [id] : [])));
  const withChange = (model: ModelEntry, custom: CustomModel) =>
    changed(model, custom, endpointNamed.has(model.provider.id));
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
    if (custom.name === "all") {
      models = models.map((model) => (isOf(model) ? { ...model, available: custom.isAvailable } : model));
      continue;
    }
    const isMeant = (model: ModelEntry) => model.name === custom.name && isOf(model);
    if (models.some(isMeant)) {
      models = models.map((model) => (isMeant(model) ? withChange(model, custom) : model));
    } else {
      models.push(withChange(newModel(custom, providers, list, placeOf), custom));
    }
  }
  return withoutDoubles(models);
}

/** Removes duplicates, of which the later one counts: two names may lead to one endpoint. */
function withoutDoubles(models: readonly ModelEntry[]): ModelEntry[] {
  return [...new Map(models.map((model) => [modelKey(model), model])).values()];
}

function changed(model: ModelEntry, { isAvailable, alias }: CustomModel, isEndpointNamed: boolean): ModelEntry {
  if (alias === undefined) return { ...model, available: isAvailable };
  // The alias is the endpoint id that requests name; the model's own name is shown.
  if (isEndpointNamed) {
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
