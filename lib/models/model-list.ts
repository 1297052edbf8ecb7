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

/**
 * Adds the operator's default model (`model` or `model@provider`) where the list does not have it: behind an address of
 * the operator's own there may be models that nobody listed. Without a provider it is the first one that is relayed.
 */
export function withOperatorDefault(
  models: readonly ModelEntry[],
  usable: readonly Provider[],
  wanted: string,
): ModelEntry[] {
  if (wanted === "" || findByDefault(models, wanted)) return [...models];
  const { name, providerId } = splitModel(wanted);
  const provider = usable.find(({ id, relayed }) => (providerId ? id === providerId : relayed.length > 0));
  return provider ? [{ name, providerId: provider.id, providerName: provider.name }, ...models] : [...models];
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
  const { name, providerId } = splitModel(wanted);
  return models.find((model) => model.name === name && (!providerId || model.providerId === providerId));
}

/** Splits `model@provider` at the last @ (§5.1); the provider's id is compared in lower case. */
function splitModel(text: string): { name: string; providerId?: string } {
  const at = text.lastIndexOf("@");
  return at <= 0 ? { name: text } : { name: text.slice(0, at), providerId: text.slice(at + 1).toLowerCase() };
}
