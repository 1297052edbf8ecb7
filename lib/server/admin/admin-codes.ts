import { isRecord } from "@/lib/json";
import { providerIdOf } from "@/lib/models/model-entry";
import { type CodeRights, type RightName, readRights } from "@/lib/server/codes/code-rights";
import { findCode } from "@/lib/server/codes/find-code";
import { isCodeId, maxCodeChars, readSignedCode, signCode, signShortCode } from "@/lib/server/codes/signed-code";
import { refuse } from "@/lib/server/error-response";
import type { Server } from "@/lib/server/server";

/** Fields of a request for a code that can be invalid. */
type CodeField = RightName | "id" | "unknown";

/** A new code, or the names of the invalid fields of its request. */
export type MadeCode =
  | {
      readonly code: string;
      readonly id: string;
      /** The entry of a short code in CODE_LIMITS, without which it is refused. */
      readonly entry?: string;
    }
  | { readonly invalid: readonly CodeField[] };

/** A code as the administrator's page shows it. */
export interface CheckedCode {
  readonly kind: "signed" | "short" | "plain";
  /** The id in counts, by which a code is revoked. */
  readonly countId: string;
  /** The id of a signed or short code. */
  readonly id?: string;
  /** Time of the signature, in seconds since 1970. */
  readonly issued?: number;
  readonly rights?: CodeRights;
  readonly isExpired: boolean;
}

/**
 * Makes a code with rights. The same id as that of another code extends it: both codes share their counts, and the older
 * one is valid until its own end.
 */
export function makeCode(request: unknown, { config, env }: Pick<Server, "config" | "env">): MadeCode {
  const [secret] = config.codeRules.secrets;
  if (secret === undefined) throw refuse("code-secret-missing");
  if (!isRecord(request) || !isRecord(request.rights)) throw refuse("malformed");
  const now = Math.floor(env.now() / 1000);
  const id = request.id === undefined ? randomId(env.random) : request.id;
  const read = readRights(request.rights);
  const invalid: CodeField[] = "invalid" in read ? [...read.invalid] : unusable(read.rights, config, now);
  if (typeof id !== "string" || !isCodeId(id)) return { invalid: ["id", ...invalid] };
  if ("invalid" in read || invalid.length > 0) return { invalid };
  const { rights } = read;
  if (request.isShort === true) {
    return { code: signShortCode(id, secret), id, entry: `"c1-${id}":${JSON.stringify(rights)}` };
  }
  try {
    return { code: signCode({ id, issued: now, rights }, secret), id };
  } catch (thrown) {
    throw thrown instanceof RangeError ? refuse("code-too-long") : thrown;
  }
}

/** Returns the names of rights that would make a code useless: its end is past, or it names an unknown provider. */
function unusable(rights: CodeRights, { providers }: Server["config"], now: number): RightName[] {
  const known = [...providers.values()].map(({ provider }) => provider);
  const ids = new Set(known.map(({ id }) => id));
  const isUnknown = rights.providers?.some((name) => !ids.has(providerIdOf(name, known))) ?? false;
  return [
    ...(isUnknown ? (["providers"] as const) : []),
    ...(rights.expires !== undefined && rights.expires <= now ? (["expires"] as const) : []),
  ];
}

/** Returns the rights of a code of this server, also of an expired one; undefined for any other text. */
export function checkedCode(text: string, { config, env }: Pick<Server, "config" | "env">): CheckedCode | undefined {
  const { codes, codeRules: rules } = config;
  const code = text.trim().replace(/^nk-/i, "");
  if (code === "" || code.length > maxCodeChars) return undefined;
  const signed = readSignedCode(code, rules.secrets, env.now() / 1000);
  if (signed) {
    const { id, issued, rights } = signed;
    const isExpired = rights.expires !== undefined && rights.expires <= env.now() / 1000;
    return { kind: "signed", countId: `signed ${id}`, id, issued, rights, isExpired };
  }
  // At time 0 no code has expired, so that the rights of expired ones are found as well.
  const found = findCode(code, { codes, rules }, 0);
  if (found.state !== "valid") return undefined;
  const { id: countId, rights } = found.code;
  const shortId = /^short (.+)$/.exec(countId)?.[1];
  const isExpired = findCode(code, { codes, rules }, env.now()).state === "expired";
  return {
    kind: shortId === undefined ? "plain" : "short",
    countId,
    ...(shortId === undefined ? {} : { id: shortId }),
    ...(rights ? { rights } : {}),
    isExpired,
  };
}

/** Digits and letters that are not mistaken for others. */
const idDigits = "23456789abcdefghjkmnpqrstvwxyz";
const idChars = 10;

function randomId(random: () => number): string {
  return Array.from({ length: idChars }, () => idDigits[Math.floor(random() * idDigits.length)]).join("");
}
