import { AppError } from "@/lib/errors";
import { type Connection, type Provider, secretNames } from "@/lib/providers/provider";
import { keysIn, takesSeveralKeys } from "@/lib/providers/several-keys";
import { type AccessSettings, accessKey, siteHost, valuesOfProvider } from "@/lib/settings/access-settings";
import {
  baseUrlOf,
  hasOwnCredentials,
  isForPresentHost,
  isForSite,
  type Reach,
  relayOf,
  usesOwn,
} from "@/lib/settings/credentials";

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
  const stored = valuesOfProvider(provider, access);
  const [apiKey, ...otherKeys] = isOwn && takesSeveralKeys(provider) ? keysIn(stored.apiKey ?? "") : [];
  const values = apiKey === undefined ? stored : { ...stored, apiKey };
  return {
    baseUrl,
    headers: {
      ...(isRelayed ? {} : provider.directHeaders),
      ...(isOwn ? ownHeaders(provider, values, isRelayed) : codeHeaders(access, isRelayed)),
      ...(isOwn && isRelayed && isKeyOfSite(provider, access, reach) ? siteHeaders(provider, access, reach) : {}),
    },
    ...(otherKeys.length > 0 && {
      otherKeys: otherKeys.map((key) => ownHeaders(provider, { ...values, apiKey: key }, isRelayed)),
    }),
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
