import { isRecord, parseJson } from "@/lib/json";
import { providerIdOf } from "@/lib/models/model-entry";
import type { Provider } from "@/lib/providers/provider";
import { type CodeRights, readRights } from "@/lib/server/codes/code-rights";
import { canonicalId, isCodeId, readShortCode } from "@/lib/server/codes/signed-code";

/** The server's access codes and their rights. */
export interface CodeRules {
  /** Whether callers need a code. Also true if no code is valid because of a problem of the configuration. */
  readonly isNeeded: boolean;
  /** The rights of limited codes of CODE, by code. `invalid`: the code is refused. */
  readonly limits: ReadonlyMap<string, CodeRights | "invalid">;
  /** Whether CODE_LIMITS could not be read: then every code whose rights it may contain is refused. */
  readonly areLimitsUnreadable: boolean;
  /** The rights of short signed codes, by canonical id. */
  readonly shortCodes: ReadonlyMap<string, CodeRights | "invalid">;
  /** Secrets of signed codes. The first one signs, all are accepted. */
  readonly secrets: readonly string[];
}

/** Variables with access codes, as they were read. */
interface CodeVariables {
  readonly codes: readonly string[];
  readonly CODE_SECRET: readonly string[];
  readonly CODE_LIMITS: string;
}

/** Minimum length of a secret, in characters. */
export const minSecretChars = 32;
const maxSecrets = 2;
/** Start of the entries of short codes in CODE_LIMITS. */
const shortPrefix = "c1-";

/** Reads the rules. Problems are reported by the number of an entry, never by its code. */
export function readCodeRules(read: CodeVariables, providers: readonly Provider[], problems: string[]): CodeRules {
  const { codes, CODE_SECRET, CODE_LIMITS } = read;
  const secrets = readSecrets(CODE_SECRET, problems);
  const table = CODE_LIMITS === "" ? {} : parseJson(CODE_LIMITS);
  const areLimitsUnreadable = !isRecord(table);
  if (areLimitsUnreadable) {
    problems.push("CODE_LIMITS is not a JSON object: all codes of CODE are refused, and all short signed codes.");
  }
  const limits = new Map<string, CodeRights | "invalid">();
  const shortCodes = new Map<string, CodeRights | "invalid">();
  const refused = findSignedCodes(codes, secrets, problems);
  for (const [index, [code, value]] of Object.entries(isRecord(table) ? table : {}).entries()) {
    const report = (problem: string) => problems.push(`CODE_LIMITS: entry ${index + 1} ${problem}.`);
    const rights = readEntry(value, providers, { report, refused: "its code is refused" });
    const id = code.slice(shortPrefix.length);
    const alike = codes.filter((each) => foldedCode(each) === foldedCode(code));
    if (codes.includes(code)) limits.set(code, rights);
    else if (alike.length > 0) {
      refused.push(...alike);
      problems.push(
        `CODE_LIMITS: entry ${index + 1} differs from a code in letter case or spaces: that code is refused.`,
      );
    } else if (code.startsWith(shortPrefix) && isCodeId(id)) addShort(id, rights);
    else problems.push(`CODE_LIMITS: entry ${index + 1} is for a code that is not in CODE, so it has no effect.`);
  }
  for (const code of refused) limits.set(code, "invalid");
  if (shortCodes.size > 0 && secrets.length === 0) {
    problems.push("CODE_LIMITS has short signed codes, which are refused without CODE_SECRET.");
  }
  const isNeeded = codes.length > 0 || CODE_SECRET.length > 0 || CODE_LIMITS !== "";
  return { isNeeded, limits, areLimitsUnreadable, shortCodes, secrets };

  function addShort(id: string, rights: CodeRights | "invalid"): void {
    const canonical = canonicalId(id);
    const isDouble = shortCodes.has(canonical);
    if (isDouble) problems.push("CODE_LIMITS has two short codes that look alike: both are refused.");
    shortCodes.set(canonical, isDouble ? "invalid" : rights);
  }
}

/**
 * Returns the entries of CODE that are signed codes. As plain codes they would be valid without their rights, also after
 * they have expired.
 */
function findSignedCodes(codes: readonly string[], secrets: readonly string[], problems: string[]): string[] {
  return codes.filter((code, index) => {
    const isSigned = /^c1\./i.test(code) || readShortCode(code, secrets) !== undefined;
    if (isSigned)
      problems.push(`CODE: entry ${index + 1} is a signed code; signed codes are not listed. It is refused.`);
    return isSigned;
  });
}

/** Returns a code without the differences that a typing error makes. */
function foldedCode(code: string): string {
  return code.trim().toLowerCase();
}

function readSecrets(given: readonly string[], problems: string[]): string[] {
  const secrets = given.slice(0, maxSecrets).filter((secret) => secret.length >= minSecretChars);
  if (given.length > maxSecrets)
    problems.push(`CODE_SECRET has more than ${maxSecrets} secrets: only the first ${maxSecrets} are used.`);
  if (given.slice(0, maxSecrets).some((secret) => secret.length < minSecretChars)) {
    problems.push(
      `CODE_SECRET has a secret with fewer than ${minSecretChars} characters, which is not used: codes that it signed are refused.`,
    );
  }
  return secrets;
}

/**
 * Reads the rights of an entry in a table of limits.
 *
 * @param refused the consequence of an invalid entry, for the report
 */
export function readEntry(
  value: unknown,
  providers: readonly Provider[],
  { report, refused }: { readonly report: (problem: string) => void; readonly refused: string },
): CodeRights | "invalid" {
  const read = isRecord(value) ? readRights(value) : { invalid: [] };
  if ("invalid" in read) {
    const fields = read.invalid.map((name) => (name === "unknown" ? "an unknown field" : name));
    report(`is invalid${fields.length > 0 ? ` (${fields.join(", ")})` : ""}: ${refused}`);
    return "invalid";
  }
  const ids = new Set(providers.map(({ id }) => id));
  if (read.rights.providers?.some((name) => !ids.has(providerIdOf(name, providers)))) {
    report("names an unknown provider, which allows nothing: docs/providers.md has the names");
  }
  return read.rights;
}
