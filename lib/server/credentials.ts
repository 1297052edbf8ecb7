import { readFields } from "@/lib/fields/fields";
import { type Provider, secretNames } from "@/lib/providers/provider";
import { refuse } from "@/lib/server/error-response";

/** Credentials of a caller: a key for the provider, an access code for us, or neither. */
export interface CallerCredentials {
  readonly ownKey?: string;
  readonly accessCode?: string;
}

/** Headers in which our clients or a provider's own clients may send a key. */
export const credentialHeaders = ["x-api-key", "api-key", "x-goog-api-key", "authorization"] as const;

const codePrefix = /^nk-/i;
/**
 * Basic credentials (RFC 7617), which are for a proxy in front of us that forwards them, and signatures, which are for
 * the S3 service that we forward them to.
 */
const otherSchemes = /^\s*(basic|aws4-hmac-sha256)(\s|$)/i;

/**
 * Reads the caller's key and access code from any of these headers.
 *
 * A token with the prefix of a code is a code in every header, so that it is never forwarded as a key. Basic
 * credentials and signatures in `authorization` are for others and are ignored. Throws `malformed-credential` for a
 * key with spaces or commas: it would be several tokens in one.
 */
export function readCredentials(headers: Headers): CallerCredentials {
  const tokens = credentialHeaders.map((name) => tokenOf(headers.get(name))).filter((token) => token !== "");
  const code = tokens.find((token) => codePrefix.test(token))?.replace(codePrefix, "");
  const keys = tokens.filter((token) => !codePrefix.test(token));
  if (keys.some((key) => !/^[\x21-\x2b\x2d-\x7e]+$/.test(key))) throw refuse("malformed-credential");
  const [ownKey] = keys;
  return { ...(ownKey ? { ownKey } : {}), ...(code ? { accessCode: code } : {}) };
}

/** Returns the headers with the operator's credentials. */
export function serverHeaders(provider: Provider, credentials: Readonly<Record<string, string>>) {
  return provider.auth(readFields(provider.fields, credentials));
}

/** Returns the headers with the caller's own key, in the provider's format rather than the caller's. */
export function ownHeaders(provider: Provider, key: string): Record<string, string> {
  const [secret, ...others] = secretNames(provider);
  if (secret === undefined) return {};
  // A credential with several parts arrives as one joined bearer token and is forwarded in that form.
  if (others.length > 0) return { authorization: `Bearer ${key}` };
  return provider.auth(readFields(provider.fields, { [secret]: key }));
}

/** Whether a provider needs a credential. */
export function needsKey(provider: Provider): boolean {
  return secretNames(provider).length > 0;
}

function tokenOf(value: string | null): string {
  if (value === null || otherSchemes.test(value)) return "";
  return value.replace(/^(?:\s*bearer(?:\s+|$))+/i, "").trim();
}
