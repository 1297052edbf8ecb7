import { applyCustomModels } from "@/lib/models/custom-models";
import { markDefault } from "@/lib/models/default-model";
import { type ModelEntry, providerIdOf, splitModel } from "@/lib/models/model-entry";
import { boundNameOf, type Provider } from "@/lib/providers/provider";

/** Sort key of the first model of a list. */
const firstPlace = 1000;

/** Maximum number of models from a provider's list. */
const maxFetched = 2000;

/** Sources of the model list. */
export interface ModelSources {
  /** All providers, in display order. */
  readonly providers: readonly Provider[];
  /** Model lists of providers, by provider id. */
  readonly fetched?: Readonly<Record<string, readonly string[]>>;
  /** Custom-model strings in order of precedence: the operator's is last. */
  readonly customModels?: readonly string[];
  /** The operator's default: `model` or `model@provider`. */
  readonly defaultModel?: string;
}

/** Returns all models, available or not, sorted: providers in display order, custom ones first. */
export function listModels({
  providers,
  fetched = {},
  customModels = [],
  defaultModel = "",
}: ModelSources): ModelEntry[] {
  const listed = mergeFetched(builtInModels(providers), fetched, providers);
  const models = applyCustomModels(listed, customModels, providers);
  return markDefault(withDefault(models, defaultModel, providers).toSorted(byPlace), defaultModel);
}

/**
 * Adds the operator's default if the list does not contain it: the operator's own URL may serve unlisted models.
 * Without a provider, it belongs to the first one.
 */
function withDefault(models: readonly ModelEntry[], wanted: string, providers: readonly Provider[]): ModelEntry[] {
  const { name, provider: written } = splitModel(wanted);
  if (wanted === "" || models.some((model) => model.name === name || model.name === wanted)) return [...models];
  const id = written && providerIdOf(written, providers);
  const index = id === undefined ? 0 : providers.findIndex((provider) => provider.id === id);
  const provider = providers[index];
  if (!provider) return [...models];
  const entry = { name, displayName: name, available: true, sorted: 0, provider: modelProvider(provider, index) };
  return [...models, entry];
}

/** Returns the built-in models of all providers, numbered consecutively from 1000. */
export function builtInModels(providers: readonly Provider[]): ModelEntry[] {
  const all = providers.flatMap((provider, index) =>
    provider.models.map((name) => ({ name, provider: modelProvider(provider, index) })),
  );
  return all.map((model, index) => ({
    ...model,
    displayName: model.name,
    available: true,
    sorted: firstPlace + index,
  }));
}

/**
 * Replaces a provider's built-in models by its list, numbered from 1000 in its order; other providers' models remain.
 * If a list is known to be partial, the built-in models stay beside it.
 */
export function mergeFetched(
  models: readonly ModelEntry[],
  fetched: Readonly<Record<string, readonly string[]>>,
  providers: readonly Provider[],
): ModelEntry[] {
  const merged = [...models];
  for (const [index, provider] of providers.entries()) {
    const names = [...new Set(fetched[provider.id] ?? [])].slice(0, maxFetched);
    if (names.length === 0) continue;
    const entries = names.map((name, place) => ({
      name,
      displayName: name,
      available: true,
      sorted: firstPlace + place,
      provider: modelProvider(provider, index),
    }));
    const isReplaced = (model: ModelEntry) =>
      model.provider.id === provider.id && (!provider.modelList?.isPartial || names.includes(model.name));
    const kept = merged.filter((model) => !isReplaced(model));
    merged.splice(0, merged.length, ...kept, ...entries);
  }
  return merged;
}

/** Returns the model of a chat's settings; undefined if it is not available. */
export function findModel(
  models: readonly ModelEntry[],
  settings: { readonly model: string; readonly providerName: string },
): ModelEntry | undefined {
  return models.find(
    ({ name, available, provider }) =>
      available && name === settings.model && provider.providerName === settings.providerName,
  );
}

function modelProvider(provider: Provider, index: number): ModelEntry["provider"] {
  const { id, isCustom } = provider;
  return { id, providerName: boundNameOf(provider), providerType: isCustom ? "custom" : id, sorted: index + 1 };
}

function byPlace(one: ModelEntry, other: ModelEntry): number {
  return one.provider.sorted - other.provider.sorted || one.sorted - other.sorted;
}
