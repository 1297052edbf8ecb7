import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Tool } from "@/lib/chat/tool";

/**
 * Returns the fingerprint of a tool's definition: a permission applies to one definition (docs/security.md#t92). The callers
 * are part of it if they are limited, so that older rules of other tools remain valid.
 */
export function toolFingerprint({ ownName, description, parameters, isReading, onlyCaller }: Tool): string {
  const definition = JSON.stringify([
    ...[ownName, description, isReading, sorted(parameters)],
    ...(onlyCaller ? [onlyCaller] : []),
  ]);
  return bytesToHex(sha256(utf8ToBytes(definition))).slice(0, 32);
}

/** Sorts fields, because the order in which a server lists them is irrelevant. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, field]) => [name, sorted(field)]);
}
