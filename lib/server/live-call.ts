import { refuse } from "@/lib/server/error-response";

/**
 * Where a live conversation is opened: its offer (SDP) is answered to whoever has the short-lived key that the same
 * address gave out (`v1/realtime/client_secrets`), so that no key of the operator's is added.
 */
export const liveCallPath = "v1/realtime/calls";

/** Longer than any short-lived key, in characters. */
const maxSecretChars = 4000;

/** Reads the short-lived key that an offer is sent with. Throws `malformed-credential` where there is none. */
export function liveSecret(headers: Headers): string {
  const secret = headers.get("x-realtime-secret") ?? "";
  if (secret.length > maxSecretChars || !/^[\x21-\x2b\x2d-\x7e]+$/.test(secret)) throw refuse("malformed-credential");
  return secret;
}
