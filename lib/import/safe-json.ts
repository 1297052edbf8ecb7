import type { NotUnderstoodReason } from "@/lib/import/imported";

/** The bounds of a text from outside. */
export interface JsonLimits {
  readonly maxChars: number;
  readonly maxDepth?: number;
}

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: Extract<NotUnderstoodReason, "not-json" | "too-long" | "too-deep"> };

/** Deeper than any export that is known; nested branches of LibreChat are the deepest. */
export const usualDepth = 100;

/** Names that lead to an object's prototype when they are assigned. */
const dangerousKeys = ["__proto__", "constructor", "prototype"];

/** Parses text from outside within limits and drops keys that reach prototypes, at every depth (I8.3). Never throws. */
export function parseSafely(text: string, { maxChars, maxDepth = usualDepth }: JsonLimits): ParsedJson {
  if (text.length > maxChars) return { ok: false, reason: "too-long" };
  let value: unknown;
  try {
    // Some exports start with a byte order mark, which JSON does not allow.
    value = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (thrown) {
    // Engines whose parser recurses give up on what nests too deep; the others parse it and leave it to us.
    return { ok: false, reason: thrown instanceof SyntaxError ? "not-json" : "too-deep" };
  }
  return cleanInPlace(value, maxDepth) ? { ok: true, value } : { ok: false, reason: "too-deep" };
}

/** Drops keys that reach prototypes from what was parsed, at every depth, and returns it. */
export function withoutDangerousKeys(value: unknown): unknown {
  cleanInPlace(value, Number.POSITIVE_INFINITY);
  return value;
}

/** Walks what was parsed without recursion, as it may be of any depth; answers false where it is too deep. */
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
