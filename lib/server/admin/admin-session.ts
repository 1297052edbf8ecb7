import { fromBase64Json, toBase64Json } from "@/lib/chat/base64-json";
import { isRecord } from "@/lib/json";
import { hexOf, hmacSigner } from "@/lib/providers/sha256";
import { areEqualBytes } from "@/lib/server/equal-bytes";

/** Lifetime of a session, in seconds. */
export const sessionSeconds = 3600;

/** Maximum length of a token, in characters. A token has about 130. */
const maxTokenChars = 300;

/** State of a token from a caller. */
export type SessionState = "valid" | "expired" | "wrong";

/**
 * Returns the token of a new session, as `a1.<end>.<signature>`. It is signed with the administrator's secret, so it is
 * valid on all instances, and a new secret ends all sessions.
 *
 * @param now time in seconds since 1970
 */
export function signSession(secret: string, now: number): { readonly token: string; readonly expires: number } {
  const expires = Math.floor(now) + sessionSeconds;
  const signed = `a1.${toBase64Json({ x: expires })}`;
  return { token: `${signed}.${signatureOf(signed, secret)}`, expires };
}

/**
 * Returns the state of a token. One that ends later than a session that begins now is wrong: it was not issued by this
 * clock.
 *
 * @param now time in seconds since 1970
 */
export function sessionState(token: string, secret: string, now: number): SessionState {
  if (secret === "" || token.length > maxTokenChars) return "wrong";
  const [, signed = "", payload = "", signature = ""] = /^(a1\.([\w-]+))\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (signed === "" || !areEqualBytes(bytesOf(signatureOf(signed, secret)), bytesOf(signature))) return "wrong";
  const content = fromBase64Json(payload);
  const expires = isRecord(content) ? content.x : undefined;
  if (typeof expires !== "number" || expires > now + sessionSeconds + maxSkewSeconds) return "wrong";
  return now < expires ? "valid" : "expired";
}

/** Maximum time by which clocks of instances differ, in seconds. */
const maxSkewSeconds = 300;

function signatureOf(signed: string, secret: string): string {
  // The first words keep these signatures apart from those of access codes, if both have the same secret.
  return hexOf(hmacSigner(secret)(`admin session ${signed}`));
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
