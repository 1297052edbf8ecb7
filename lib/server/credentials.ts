import { readFields } from "@/lib/fields/fields";
import { type Provider, secretNames } from "@/lib/providers/provider";
import { refuse } from "@/lib/server/error-response";

/** What a caller brought along: a key for the provider, an access code for us, or neither. */
export interface CallerCredentials {
  readonly ownKey?: string;
  readonly accessCode?: string;
}

/** Every header in which one of our clients or a provider's own client may carry a key. */
export const credentialHeaders = ["x-api-key", "api-key", "x-goog-api-key", "authorization"] as const;

const codePrefix = /^nk-/i;
/** Words for a proxy in front of us (RFC 7617), which passes them on. */
const basicScheme = /^\s*basic(\s|$)/i;

/**
 * Reads the caller's key and access code from whichever header carries them.
 *
 * A token with the mark of a code is a code in every header, so that it can never be sent on as a key. A user name and
 * password in `authorization` are for a proxy in front of us and are not looked at. Throws `malformed-credential` for a
 * key with blanks or commas: it would be several tokens in one.
 */
export function readCredentials(headers: Headers): CallerCredentials {
  const tokens = credentialHeaders.map((name) => tokenOf(headers.get(name))).filter((token) => token !== "");
  const code = tokens.find((token) => codePrefix.test(token))?.replace(codePrefix, "");
  const keys = tokens.filter((token) => !codePrefix.test(token));
  if (keys.some((key) => !/^[\x21-\x2b\x2d-\x7e]+$/.test(key))) throw refuse("malformed-credential");
  const [ownKey] = keys;
  return { ...(ownKey ? { ownKey } : {}), ...(code ? { accessCode: code } : {}) };
}

/** Returns the headers that carry the operator's credentials. */
export function serverHeaders(provider: Provider, credentials: Readonly<Record<string, string>>) {
  return provider.auth(readFields(provider.fields, credentials));
}

/** Returns the headers that carry the caller's own key, in the provider's way and not in the caller's. */
export function ownHeaders(provider: Provider, key: string): Record<string, string> {
  const [secret, ...others] = secretNames(provider);
  if (secret === undefined) return {};
  // A credential of several parts arrives joined into one bearer token, and is sent on like that.
  if (others.length > 0) return { authorization: `Bearer ${key}` };
  return provider.auth(readFields(provider.fields, { [secret]: key }));
}

/** Whether a provider takes a credential at all. */
export function needsKey(provider: Provider): boolean {
  return secretNames(provider).length > 0;
}

function tokenOf(value: string | null): string {
  if (value === null || basicScheme.test(value)) return "";
  return value.replace(/^(?:\s*bearer(?:\s+|$))+/i, "").trim();
}
