import { isRecord } from "@/lib/json";
import { isSameValue } from "@/lib/sync/fingerprint";

type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * Returns the merge patch (RFC 7396) from one value to another, so that data that NextChat stores need not be stored
 * twice. Returns undefined if a patch cannot express the change.
 */
export function patchBetween(from: JsonRecord, to: JsonRecord): JsonRecord | undefined {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const before = from[name];
    const after = to[name];
    if (after === undefined) {
      if (before !== undefined) patch[name] = null;
    } else if (!isSameValue(before, after)) {
      const inner = isRecord(before) && isRecord(after) ? patchBetween(before, after) : after;
      // In a merge patch, null means removal.
      if (inner === undefined || hasNull(inner, before)) return undefined;
      patch[name] = inner;
    }
  }
  return patch;
}

function hasNull(inner: unknown, before: unknown): boolean {
  if (inner === null) return true;
  if (!isRecord(inner) || isRecord(before)) return false;
  return Object.values(inner).some((value) => hasNull(value, undefined));
}

/** Applies a merge patch to a value. */
export function patched(from: JsonRecord, patch: JsonRecord): JsonRecord {
  const result: Record<string, unknown> = { ...from };
  for (const [name, change] of Object.entries(patch)) {
    const before = result[name];
    if (change === null) Reflect.deleteProperty(result, name);
    else result[name] = isRecord(change) && isRecord(before) ? patched(before, change) : change;
  }
  return result;
}
