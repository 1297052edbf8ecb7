import { printJson } from "@/lib/json";
import { sha256Hex } from "@/lib/providers/sha256";

/**
 * Returns an id derived from contents, the same on every device.
 *
 * It is half a SHA-256, which is already loaded for signing calls. Collisions of 128 bits cannot be constructed, so a
 * file cannot be crafted to look like a stored chat.
 */
export function contentId(...contents: readonly unknown[]): string {
  return sha256Hex(printJson(contents) ?? "").slice(0, 32);
}

/** Returns a source's own id as text; files contain ids as strings and numbers. */
export function sourceId(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
