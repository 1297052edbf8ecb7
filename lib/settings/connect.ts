import { type Connection, endpointOf, type Provider, routeOf, secretNames } from "@/lib/providers/provider";
import {
  type AccessSettings,
  accessKey,
  addressOf,
  hostOf,
  valuesOfProvider,
  withScheme,
} from "@/lib/settings/access-settings";

/** How the app reaches the world: through its server's relay, or (the static export) straight from the page. */
export interface Reach {
  /** The path under which the server's routes are, such as `/api`; absent where there is no server. */
  readonly relay?: string;
  /** True: the operator allows no own keys, so those that are stored, and own addresses, are not used. */
  readonly refusesOwnKeys?: boolean;
}

/**
 * Decides where a provider's call goes and with which credentials.
 *
 * The person's own address wins, then the relay, then the provider's public address. An own key goes only to the host
 * for which it was entered; an access code goes only to our relay.
 */
export function connect(provider: Provider, access: AccessSettings, reach: Reach): Connection {
  const baseUrl = baseUrlOf(provider, access, reach);
  const isRelayed = reach.relay !== undefined && baseUrl === relayOf(provider, reach.relay);
  if (hasOwnCredentials(provider, access, reach)) {
    return { baseUrl, headers: provider.auth(valuesOfProvider(provider, access)) };
  }
  const code = access.accessCode.trim();
  return { baseUrl, headers: isRelayed && code ? { authorization: `Bearer nk-${code}` } : {} };
}

/** Tells whether all the person's own secrets for a provider are there, are to be used, and fit its present address. */
export function hasOwnCredentials(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  const secrets = secretNames(provider);
  if (secrets.length === 0 || !usesOwn(provider, access, reach)) return false;
  return secrets.every((name) => {
    const key = accessKey(provider, name);
    return access.values[key] !== "" && isForPresentHost(provider, access, key);
  });
}

/** Tells whether a secret is stored for another host than the provider's present address, and so is not sent. */
export function isKeyForOtherHost(provider: Provider, access: AccessSettings): boolean {
  return secretNames(provider).some((name) => {
    const key = accessKey(provider, name);
    return access.values[key] !== "" && !isForPresentHost(provider, access, key);
  });
}

/** Models on the person's own computer are none of the operator's business: no call to them passes the relay. */
function usesOwn(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  return provider.isLocal ?? (access.useCustomConfig && !reach.refusesOwnKeys);
}

function isForPresentHost(provider: Provider, access: AccessSettings, key: string): boolean {
  const host = hostOf(addressOf(provider, access));
  return host !== undefined && access.hosts[key] === host;
}

function baseUrlOf(provider: Provider, access: AccessSettings, reach: Reach): string {
  const own = usesOwn(provider, access, reach) ? withScheme(addressOf(provider, access)) : "";
  if (own) return own;
  if (reach.relay !== undefined && !provider.isLocal) return relayOf(provider, reach.relay);
  return endpointOf(provider)?.publicUrl ?? relayOf(provider, reach.relay ?? "/api");
}

function relayOf(provider: Provider, relay: string): string {
  return `${relay}/${routeOf(provider)}`;
}
