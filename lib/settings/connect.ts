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

/** How the app reaches the world: through its server's relay, or (the static export) straight from the page. */
export interface Reach {
  /** The path under which the server's routes are, such as `/api`; absent where there is no server. */
  readonly relay?: string;
  /** True: the operator allows no own keys, so those that are stored, and own addresses, are not used. */
  readonly refusesOwnKeys?: boolean;
  /** The hosts of the operator's own addresses, by provider id: keys that a NextChat used on this site belong there. */
  readonly upstreamHosts?: Readonly<Record<string, string>>;
}

/** The header by which the relay sends a caller's key to the operator's address, if that has this host. */
export const keyHostHeader = "x-key-host";

/**
 * Decides where a provider's call goes and with which credentials.
 *
 * The user's own address wins, then the relay, then the provider's public address. An own key goes only to the host
 * for which it was entered; an access code goes only to our relay.
 */
export function connect(provider: Provider, access: AccessSettings, reach: Reach): Connection {
  const baseUrl = baseUrlOf(provider, access, reach);
  const isRelayed = reach.relay !== undefined && baseUrl === relayOf(provider, reach.relay);
  // Without an address a call stays with the page's own host, for which no key was entered.
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

/** What is signed elsewhere travels to the relay as one bearer token of all its parts. */
function ownHeaders(provider: Provider, values: Readonly<Record<string, string>>, isRelayed: boolean) {
  if (!(isRelayed && provider.sign)) return provider.auth(values);
  const parts = secretNames(provider).map((name) => values[name] ?? "");
  return { authorization: `Bearer ${parts.join(":")}` };
}

/** Returns what lets a person without a key of their own in at our relay. */
export function codeHeaders(
  { accessCode }: Pick<AccessSettings, "accessCode">,
  isRelayed: boolean,
): Record<string, string> {
  const code = accessCode.trim();
  return isRelayed && code ? { authorization: `Bearer nk-${code}` } : {};
}

/** The fields besides address and credential; what an operator sets is left to the operator's server. */
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
 * Refuses to ask a provider that wants all of its own settings before it can be asked at all, such as Azure.
 * Throws AppError `bad-request` with the provider's words.
 */
export function refuseIncomplete(provider: Provider, access: AccessSettings, reach: Reach): void {
  const { incompleteText } = provider;
  if (incompleteText === undefined || !usesOwn(provider, access, reach)) return;
  if (!hasOwnCredentials(provider, access, reach)) throw new AppError("bad-request", { message: incompleteText });
}

/** Whether all the user's own secrets for a provider are there, are to be used, and fit its present address. */
export function hasOwnCredentials(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  const secrets = secretNames(provider);
  if (secrets.length === 0 || !usesOwn(provider, access, reach)) return false;
  if (!isComplete(provider, valuesOfProvider(provider, access))) return false;
  const keys = secrets.map((name) => accessKey(provider, name)).filter((key) => access.values[key] !== "");
  return keys.every((key) => isForPresentHost(provider, access, key) || isForSite(provider, access, reach, key));
}

/** Returns true if a secret is stored for another host than the provider's current address, and so is not sent. */
export function isKeyForOtherHost(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  return secretNames(provider).some((name) => {
    const key = accessKey(provider, name);
    if (access.values[key] === "" || access.hosts[key] === siteHost) return false;
    return !isForPresentHost(provider, access, key) && !isForSite(provider, access, reach, key);
  });
}

/**
 * Returns true if the stored key belongs to the operator's address for the provider, as NextChat used it. It goes there
 * through the relay, and nowhere else.
 */
export function isKeyOfSite(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  return secretNames(provider).some((name) => isForSite(provider, access, reach, accessKey(provider, name)));
}

function isForSite(provider: Provider, access: AccessSettings, reach: Reach, key: string): boolean {
  const host = reach.upstreamHosts?.[provider.id];
  if (host === undefined || host === "" || reach.relay === undefined || provider.isCustom) return false;
  return access.hosts[key] === host && addressOf(provider, access) === "";
}

/** Models on the user's own computer are none of the operator's business: no call to them passes the relay. */
function usesOwn(provider: Provider, access: AccessSettings, reach: Reach): boolean {
  if (provider.isLocal) return true;
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
