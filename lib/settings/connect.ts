import { AppError } from "@/lib/errors";
import { type Connection, endpointOf, isComplete, type Provider, routeOf, secretNames } from "@/lib/providers/provider";
import {
  type AccessSettings,
  accessKey,
  addressOf,
  hostOf,
  siteHost,
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

/** Header by which the relay sends a caller's key to the operator's URL, if that has this host. */
export const keyHostHeader = "x-key-host";

/**
 * Returns the destination and the credentials of a provider's calls.
 *
 * The user's own URL has precedence, then the relay, then the provider's public URL. An own key is sent only to the
 * host for which it was entered; an access code only to our relay.
 */
export function connect(provider: Provider, access: AccessSettings, reach: Reach): Connection {
  const baseUrl = baseUrlOf(provider, access, reach);
  const isRelayed = isSentByRelay(provider, access, reach);
  // Without a URL, a call goes to the page's own host, for which no key was entered.
  const isOwn = baseUrl !== "" && hasOwnCredentials(provider, access, reach);
  const { sign } = provider;
  const values = valuesOfProvider(provider, access);
  return {
    baseUrl,
    headers: {
      ...(isRelayed ? {} : provider.directHeaders),
      ...(isOwn ? ownHeaders(provider, values, isRelayed) : codeHeaders(access, isRelayed)),
      ...(isOwn && isRelayed && isKeyOfSite(provider, access, reach) ? siteHeaders(provider, access, reach) : {}),
    },
    ...optionsOf(provider, values, isOwn || !isRelayed),
    ...(isOwn && sign && !isRelayed ? { sign: (call, signing) => sign(call, values, signing) } : {}),
  };
}

/** Whether a provider's calls go through the site's server. */
export function isSentByRelay(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  return reach.relay !== undefined && baseUrlOf(provider, access, reach) === relayOf(provider, reach.relay);
}

/**
 * Returns the headers beside a key that belongs to the operator's address: the host of that address, and the access
 * code, because an address that does not check keys is open to callers with a code only. The code is in a header that
 * the key does not use.
 */
function siteHeaders(provider: Provider, access: AccessSettings, reach: Reach): Record<string, string> {
  const { authorization: code } = codeHeaders(access, true);
  const names = Object.keys(ownHeaders(provider, valuesOfProvider(provider, access), true));
  const isBearer = names.some((name) => name.toLowerCase() === "authorization");
  return {
    [keyHostHeader]: reach.upstreamHosts?.[provider.id] ?? "",
    ...(code === undefined ? {} : { [isBearer ? "x-api-key" : "authorization"]: code }),
  };
}

/**
 * Returns the headers with the user's own key. Credentials that the relay signs are sent to it as one bearer token with
 * all parts.
 */
function ownHeaders(provider: Provider, values: Readonly<Record<string, string>>, isRelayed: boolean) {
  if (!(isRelayed && provider.sign)) return provider.auth(values);
  const parts = secretNames(provider).map((name) => values[name] ?? "");
  return { authorization: `Bearer ${parts.join(":")}` };
}

/** Returns the headers with the access code of our relay, for users without an own key. */
export function codeHeaders(
  { accessCode }: Pick<AccessSettings, "accessCode">,
  isRelayed: boolean,
): Record<string, string> {
  const code = accessCode.trim();
  return isRelayed && code ? { authorization: `Bearer nk-${code}` } : {};
}

/** Returns the fields besides URL and credential. Fields that an operator sets are left to the operator's server. */
function optionsOf(
  { fields }: Provider,
  values: Readonly<Record<string, string>>,
  isOwn: boolean,
): Pick<Connection, "options"> {
  const names = Object.keys(fields).filter((name) => {
    const field = fields[name];
    if (field?.kind !== "text" && field?.kind !== "choice") return false;
    return isOwn || field.kind === "choice" || field.env === undefined;
  });
  if (names.length === 0) return {};
  return { options: Object.fromEntries(names.map((name) => [name, values[name] ?? ""])) };
}

/**
 * Throws if a provider needs all its own settings, such as Azure, and some are missing: AppError `bad-request` with the
 * provider's message.
 */
export function refuseIncomplete(provider: Provider, access: AccessSettings, reach: Reach): void {
  const { incompleteText } = provider;
  if (incompleteText === undefined || !usesOwn(provider, access, reach)) return;
  if (!hasOwnCredentials(provider, access, reach)) throw new AppError("bad-request", { message: incompleteText });
}

/** Whether all the user's own secrets for a provider are present, enabled, and bound to its current URL. */
export function hasOwnCredentials(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  const secrets = secretNames(provider);
  if (secrets.length === 0 || !usesOwn(provider, access, reach)) return false;
  if (!isComplete(provider, valuesOfProvider(provider, access))) return false;
  const keys = secrets.map((name) => accessKey(provider, name)).filter((key) => access.values[key]);
  return keys.every((key) => isForPresentHost(provider, access, key) || isForSite(provider, access, reach, key));
}

/** Whether a secret is stored for another host than the provider's current one, and so is not sent. */
export function isKeyForOtherHost(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  return secretNames(provider).some((name) => {
    const key = accessKey(provider, name);
    if (!access.values[key] || access.hosts[key] === siteHost) return false;
    return !isForPresentHost(provider, access, key) && !isForSite(provider, access, reach, key);
  });
}

/**
 * Whether the stored key is bound to the operator's URL for the provider, as NextChat used it. It is sent there through
 * the relay, and nowhere else.
 */
export function isKeyOfSite(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  return secretNames(provider).some((name) => isForSite(provider, access, reach, accessKey(provider, name)));
}

function isForSite(provider: Provider, access: AccessSettings, reach: Reach, key: string): boolean {
  const host = reach.upstreamHosts?.[provider.id];
  if (host === undefined || host === "" || reach.relay === undefined || provider.isCustom) return false;
  return access.hosts[key] === host && addressOf(provider, access) === "";
}

/**
 * Whether the user's own settings apply. Calls to models on the user's own computer never use the relay, so the
 * operator's rules do not apply to them.
 */
function usesOwn(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  if (provider.isLocal) return true;
  if (provider.isSite) return false;
  return (provider.isCustom || access.useCustomConfig) && !reach.refusesOwnKeys;
}

function isForPresentHost(provider: Provider, access: AccessSettings, key: string): boolean {
  const host = hostOf(addressOf(provider, access));
  return host !== undefined && access.hosts[key] === host;
}

function baseUrlOf(provider: Provider, access: AccessSettings, reach: Reach): string {
  const own = usesOwn(provider, access, reach) ? withScheme(addressOf(provider, access)) : "";
  if (own) return own;
  if (reach.relay !== undefined && !provider.isLocal && !provider.isCustom) return relayOf(provider, reach.relay);
  return endpointOf(provider)?.publicUrl ?? relayOf(provider, reach.relay ?? "/api");
}

function relayOf(provider: Provider, relay: string): string {
  return `${relay}/${routeOf(provider)}`;
}
