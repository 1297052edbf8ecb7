import type { Connection, Provider } from "@/lib/providers/provider";
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
  if (hasOwnCredentials(provider, access)) {
    return { baseUrl, headers: provider.auth(valuesOfProvider(provider, access)) };
  }
  const codeHeaders = { authorization: `Bearer nk-${access.accessCode}` };
  return { baseUrl, headers: isRelayed && access.accessCode ? codeHeaders : {} };
}

/** Tells whether all the person's own secrets for a provider are there, are to be used, and fit its present address. */
export function hasOwnCredentials(provider: Provider, access: AccessSettings): boolean {
  const secrets = Object.keys(provider.fields).filter((name) => provider.fields[name]?.kind === "secret");
  if (secrets.length === 0 || !(access.useCustomConfig || provider.isLocal)) return false;
  return secrets.every((name) => {
    const key = accessKey(provider, name);
    return access.values[key] !== "" && isForPresentHost(provider, access, key);
  });
}

/** Tells whether a secret is stored for another host than the provider's present address, and so is not sent. */
export function isKeyForOtherHost(provider: Provider, access: AccessSettings): boolean {
  return Object.keys(provider.fields).some((name) => {
    const key = accessKey(provider, name);
    const isSecret = provider.fields[name]?.kind === "secret";
    return isSecret && access.values[key] !== "" && !isForPresentHost(provider, access, key);
  });
}

function isForPresentHost(provider: Provider, access: AccessSettings, key: string): boolean {
  const host = hostOf(addressOf(provider, access));
  return host !== undefined && access.hosts[key] === host;
}

function baseUrlOf(provider: Provider, access: AccessSettings, reach: Reach): string {
  const own = provider.isLocal || access.useCustomConfig ? withScheme(addressOf(provider, access)) : "";
  if (own) return own;
  if (reach.relay !== undefined && !provider.isLocal) return relayOf(provider, reach.relay);
  const endpoint = Object.values(provider.fields).find((field) => field.kind === "endpoint");
  return endpoint?.publicUrl ?? `${reach.relay ?? "/api"}/${provider.id}`;
}

function relayOf(provider: Provider, relay: string): string {
  return `${relay}/${provider.id}`;
}
