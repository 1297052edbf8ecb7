import type { NotUnderstoodReason } from "@/lib/import/imported";

/** Limits for untrusted text. */
export interface JsonLimits {
  readonly maxChars: number;
  readonly maxDepth?: number;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: Extract<NotUnderstoodReason, "not-json" | "too-long" | "too-deep"> };

/** Default maximum depth: deeper than any known export; nested branches of LibreChat are the deepest. */
export const defaultMaxDepth = 100;

/** Keys that reach an object's prototype when they are assigned. */
const dangerousKeys = ["__proto__", "constructor", "prototype"];

/**
 * Parses untrusted text within limits and drops keys that reach prototypes, at every depth (docs/security.md#i83).
 * Never throws.
 */
export function parseSafely(text: string, { maxChars, maxDepth = defaultMaxDepth }: JsonLimits): ParsedJson {
  if (text.length > maxChars) return { ok: false, reason: "too-long" };
  let value: unknown;
  try {
    // Some exports start with a byte order mark, which JSON does not allow.
    value = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (thrown) {
    // Engines with recursive parsers fail on deep nesting; the depth is checked below for the others.
    return { ok: false, reason: thrown instanceof SyntaxError ? "not-json" : "too-deep" };
  }
  return cleanInPlace(value, maxDepth) ? { ok: true, value } : { ok: false, reason: "too-deep" };
}

/** Removes keys that reach prototypes from a parsed value, at every depth, and returns it. */
export function withoutDangerousKeys(value: unknown): unknown {
  cleanInPlace(value, Number.POSITIVE_INFINITY);
  return value;
}

/** Traverses a parsed value without recursion, because it may have any depth. Returns false if it is too deep. */
function cleanInPlace(root: unknown, maxDepth: number): boolean {
  const open: { readonly value: object; readonly depth: number }[] = [];
  if (isObject(root)) open.push({ value: root, depth: 1 });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    if (depth > maxDepth) return false;
    if (!Array.isArray(value)) {
      for (const key of dangerousKeys) if (Object.hasOwn(value, key)) Reflect.deleteProperty(value, key);
    }
    for (const inner of Object.values(value)) if (isObject(inner)) open.push({ value: inner, depth: depth + 1 });
  }
  return true;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
