import { featuredModels } from "@/lib/models/featured";
import { type ModelEntry, modelKey, splitModel } from "@/lib/models/model-entry";

/**
 * Marks the operator's default (`model` or `model@provider`): exactly one entry, or none if the name is empty or
 * unknown. Without a provider, it is the first available model with that name.
 */
export function markDefault(models: readonly ModelEntry[], wanted: string): ModelEntry[] {
  const found = findNamedModel(models, wanted);
  return models.map(({ isDefault: _former, ...model }, index) =>
    models[index] === found ? { ...model, isDefault: true } : model,
  );
}

/**
 * Returns the model for a chat whose own model is unavailable: the operator's default, else the user's, else the first
 * available one. A model without a key is only returned as the last resort.
 */
export function fallbackModel(
  models: readonly ModelEntry[],
  personal: { readonly model: string; readonly providerName: string },
): ModelEntry | undefined {
  const all = models.filter((model) => model.available);
  const keyed = all.filter(({ isKeyless }) => !isKeyless);
  const available = keyed.length > 0 ? keyed : all;
  return (
    available.find(({ isDefault }) => isDefault) ??
    available.find(
      ({ name, provider }) => name === personal.model && provider.providerName === personal.providerName,
    ) ??
    available[0]
  );
}

/** Returns the replacement of a default model that has no key: the first featured model with a key. */
export function featuredModel(models: readonly ModelEntry[]): ModelEntry | undefined {
  const keyed = new Map(models.filter(({ isKeyless }) => !isKeyless).map((model) => [modelKey(model), model]));
  return featuredModels.map((key) => keyed.get(key)).find((model) => model?.available);
}

/**
 * Returns the model for a name: `model` or `model@provider`, with the provider's id or name. Without a provider, it is
 * the first available one with that name.
 */
export function findNamedModel(models: readonly ModelEntry[], wanted: string): ModelEntry | undefined {
  if (wanted === "") return undefined;
  const { name, provider } = splitModel(wanted);
  const id = provider?.toLowerCase();
  const isAt = ({ provider: { id: known, providerName } }: ModelEntry) =>
    known === id || providerName.toLowerCase() === id;
  const exact = models.find((model) => model.name === name && isAt(model));
  // A name may contain an @ itself: `claude@20240620` is a model if no provider has that name.
  return exact ?? models.find((model) => model.available && model.name === wanted);
}
