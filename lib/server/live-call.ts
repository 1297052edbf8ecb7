import { refuse } from "@/lib/server/error-response";

/**
 * Path that opens a live conversation. Its SDP offer is accepted from anyone with the short-lived key that the same
 * base URL issued (`v1/realtime/client_secrets`), so the operator's key is not added.
 */
export const liveCallPath = "v1/realtime/calls";

/** Maximum length of a short-lived key, in characters. */
const maxSecretChars = 4000;

/** Reads the short-lived key of an offer. Throws `malformed-credential` if the offer has no key. */
export function liveSecret(headers: Headers): string {
  const secret = headers.get("x-realtime-secret") ?? "";
  if (secret.length > maxSecretChars || !/^[\x21-\x2b\x2d-\x7e]+$/.test(secret)) throw refuse("malformed-credential");
  return secret;
}
