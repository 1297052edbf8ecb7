import { sha256Hex } from "@/lib/providers/sha256";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import type { CodeRules } from "@/lib/server/codes/code-rules";
import { readShortCode, readSignedCode } from "@/lib/server/codes/signed-code";

/** A valid code. */
export interface ValidCode {
  /** Name of the code in counts. It never reaches a reply or a log. */
  readonly id: string;
  /** The rights of the code; absent: all that a code without limits allows. */
  readonly rights?: CodeRights;
}

/** A code that was looked up. `invalid`: the server's settings for this code are invalid. */
export type FoundCode =
  | { readonly state: "valid"; readonly code: ValidCode }
  | { readonly state: "wrong" | "expired" | "invalid" };

/**
 * Looks up a code: as a signed one, then among the plain codes. Plain codes are compared by digest, in a time that does not
 * depend on where they differ (docs/security.md#a24).
 *
 * @param nowMs time in milliseconds since 1970
 */
export function findCode(
  text: string,
  { codes, rules }: { readonly codes: readonly string[]; readonly rules: CodeRules },
  nowMs: number,
): FoundCode {
  const now = nowMs / 1000;
  const signed = readSignedCode(text, rules.secrets, now);
  if (signed) return codeWithRights(`signed ${signed.id}`, signed.rights, now);
  const plain = findPlain(text, codes);
  if (plain !== undefined) {
    const rights = rules.areLimitsUnreadable ? "invalid" : rules.limits.get(plain);
    return codeWithRights(`plain ${sha256Hex(text)}`, rights, now);
  }
  const shortId = readShortCode(text, rules.secrets);
  if (shortId === undefined) return { state: "wrong" };
  if (rules.areLimitsUnreadable) return { state: "invalid" };
  const rights = rules.shortCodes.get(shortId);
  // Without an entry, a short code has no rights: it was withdrawn.
  return rights === undefined ? { state: "wrong" } : codeWithRights(`short ${shortId}`, rights, now);
}

/**
 * Compares a code with all codes by digest, in a time that does not depend on where they differ (docs/security.md#a24).
 */
export function checkCode(code: string, codes: readonly string[]): boolean {
  return findPlain(code, codes) !== undefined;
}

/** Codes of lists by digest, which are the same for each call. */
const codesByDigest = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/**
 * Looks the digest up, because comparing it with thousands of others would take longer than all other steps of a call.
 * Callers cannot choose a digest, so the time of the lookup tells them nothing about a code.
 */
function findPlain(text: string, codes: readonly string[]): string | undefined {
  const known = codesByDigest.get(codes) ?? new Map(codes.map((code) => [sha256Hex(code), code]));
  codesByDigest.set(codes, known);
  return known.get(sha256Hex(text));
}

/**
 * Returns a known code with its rights, unless these are invalid or the code has expired.
 *
 * @param now time in seconds since 1970
 */
export function codeWithRights(id: string, rights: CodeRights | "invalid" | undefined, now: number): FoundCode {
  if (rights === "invalid") return { state: "invalid" };
  if (rights === undefined) return { state: "valid", code: { id } };
  if (rights.expires !== undefined && !(now < rights.expires)) return { state: "expired" };
  return { state: "valid", code: { id, rights } };
}
