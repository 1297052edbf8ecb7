import type { Provider } from "@/lib/providers/provider";

/** A model that can be chosen. Its identity everywhere is `name@provider.id` (§5.1). */
export interface ModelEntry {
  readonly name: string;
  readonly providerId: string;
  readonly providerName: string;
}

/** Answers a model's identity: `name@provider id`. */
export function modelKey(model: Pick<ModelEntry, "name" | "providerId">): string {
  return `${model.name}@${model.providerId}`;
}

/**
 * Lists the models of the usable providers: a provider's built-in ones first, then those that were asked of it, each
 * once.
 */
export function listModels(
  providers: readonly Provider[],
  fetched: Readonly<Record<string, readonly string[]>>,
): ModelEntry[] {
  return providers.flatMap((provider) => {
    const names = new Set([...provider.models, ...(fetched[provider.id] ?? [])]);
    return [...names].map((name) => ({ name, providerId: provider.id, providerName: provider.name }));
  });
}

/** Finds the model that a chat's settings name; none when it is not available now. */
export function findModel(
  models: readonly ModelEntry[],
  settings: { readonly model: string; readonly providerName: string },
): ModelEntry | undefined {
  return models.find(({ name, providerName }) => name === settings.model && providerName === settings.providerName);
}

/**
 * Answers the model for a chat whose own one is not available: the operator's default (`model` or `model@provider`,
 * split at the last @), else the person's, else the first of the list.
 */
export function fallbackModel(
  models: readonly ModelEntry[],
  operatorDefault: string,
  personal: { readonly model: string; readonly providerName: string },
): ModelEntry | undefined {
  return findByDefault(models, operatorDefault) ?? findModel(models, personal) ?? models[0];
}

function findByDefault(models: readonly ModelEntry[], wanted: string): ModelEntry | undefined {
  if (wanted === "") return undefined;
  const at = wanted.lastIndexOf("@");
  if (at <= 0) return models.find(({ name }) => name === wanted);
  const providerId = wanted.slice(at + 1).toLowerCase();
  return models.find((model) => model.name === wanted.slice(0, at) && model.providerId === providerId);
}
