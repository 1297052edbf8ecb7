import { type ModelEntry, splitModel } from "@/lib/models/model-entry";

/**
 * Marks the operator's default (`model` or `model@provider`): exactly one entry, or none when the name is empty or
 * unknown. Without a provider it is the first available model of that name (§5.3).
 */
export function markDefault(models: readonly ModelEntry[], wanted: string): ModelEntry[] {
  const found = findNamedModel(models, wanted);
  return models.map(({ isDefault: _former, ...model }, index) =>
    models[index] === found ? { ...model, isDefault: true } : model,
  );
}

/**
 * Answers the model for a chat whose own one is not available: the operator's default, else the person's, else the first
 * that is available.
 */
export function fallbackModel(
  models: readonly ModelEntry[],
  personal: { readonly model: string; readonly providerName: string },
): ModelEntry | undefined {
  const available = models.filter((model) => model.available);
  return (
    available.find(({ isDefault }) => isDefault) ??
    available.find(
      ({ name, provider }) => name === personal.model && provider.providerName === personal.providerName,
    ) ??
    available[0]
  );
}

/**
 * Finds the model that somebody names: `model` or `model@provider`; without a provider the first available one of that
 * name (§5.3).
 */
export function findNamedModel(models: readonly ModelEntry[], wanted: string): ModelEntry | undefined {
  if (wanted === "") return undefined;
  const { name, provider } = splitModel(wanted);
  const exact = models.find((model) => model.name === name && model.provider.id === provider?.toLowerCase());
  // A name may contain an @ itself: `claude@20240620` is a model when no provider is called so.
  return exact ?? models.find((model) => model.available && model.name === wanted);
}
