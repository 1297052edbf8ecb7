import { endpointOf, isComplete, type Provider, routeOf, secretNames } from "@/lib/providers/provider";
import {
  type AccessSettings,
  accessKey,
  addressOf,
  hostOf,
  valuesOfProvider,
  withScheme,
} from "@/lib/settings/access-settings";

/** The route of the app's calls: through its server's relay, or (static export) directly from the browser. */
export interface Reach {
  /** Path of the server's routes, such as `/api`; absent without a server. */
  readonly relay?: string;
  /** Whether the operator forbids own keys, so that stored keys and own URLs are not used. */
  readonly refusesOwnKeys?: boolean;
  /** Hosts of the operator's own URLs, by provider id: keys that a NextChat used on this site are bound to them. */
  readonly upstreamHosts?: Readonly<Record<string, string>>;
}

/** Whether all the user's own secrets for a provider are present, enabled, and bound to its current URL. */
export function hasOwnCredentials(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  const secrets = secretNames(provider);
  if (secrets.length === 0 || !usesOwn(provider, access, reach)) return false;
  if (!isComplete(provider, valuesOfProvider(provider, access))) return false;
  const keys = secrets.map((name) => accessKey(provider, name)).filter((key) => access.values[key]);
  return keys.every((key) => isForPresentHost(provider, access, key) || isForSite(provider, access, reach, key));
}

/** Whether a secret is bound to the operator's URL for the provider. */
export function isForSite(provider: Provider, access: AccessSettings, reach: Reach, key: string): boolean {
  const host = reach.upstreamHosts?.[provider.id];
  if (host === undefined || host === "" || reach.relay === undefined || provider.isCustom) return false;
  return access.hosts[key] === host && addressOf(provider, access) === "";
}

/**
 * Whether the user's own settings apply. Calls to models on the user's own computer never use the relay, so the
 * operator's rules do not apply to them.
 */
export function usesOwn(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  if (provider.isLocal) return true;
  if (provider.isSite) return false;
  return (provider.isCustom || access.useCustomConfig) && !reach.refusesOwnKeys;
}

/** Whether a secret is bound to the host of the provider's current URL. */
export function isForPresentHost(provider: Provider, access: AccessSettings, key: string): boolean {
  const host = hostOf(addressOf(provider, access));
  return host !== undefined && access.hosts[key] === host;
}

/** Returns the URL to which a provider's calls go. */
export function baseUrlOf(provider: Provider, access: AccessSettings, reach: Reach): string {
  const own = usesOwn(provider, access, reach) ? withScheme(addressOf(provider, access)) : "";
  if (own) return own;
  if (reach.relay !== undefined && !provider.isLocal && !provider.isCustom) return relayOf(provider, reach.relay);
  return endpointOf(provider)?.publicUrl ?? relayOf(provider, reach.relay ?? "/api");
}

/** Returns the path of the relay for a provider. */
export function relayOf(provider: Provider, relay: string): string {
  return `${relay}/${routeOf(provider)}`;
}
