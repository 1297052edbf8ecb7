import { boundNameOf, endpointOf, type Provider, secretNames } from "@/lib/providers/provider";

/** Whether a provider is for chats, has a public address, and needs one key and nothing else. */
export function hasOnlyKey(provider: Provider): boolean {
  const { isLocal, isDemo, models, modelList } = provider;
  const hasOneKey = secretNames(provider).join() === "apiKey" && Boolean(endpointOf(provider)?.publicUrl);
  return !isLocal && !isDemo && hasOneKey && (models.length > 0 || modelList !== undefined);
}

/**
 * Whether the dialog for a key can fix a rejected key of a provider, by its stored name: it has no more fields than that
 * dialog. True if the provider is unknown, since the user then chooses one.
 */
export function canAddKey(providers: readonly Provider[], name: string | undefined): boolean {
  const provider = providers.find((each) => boundNameOf(each) === name);
  return !provider || Boolean(provider.isCustom) || hasOnlyKey(provider);
}
