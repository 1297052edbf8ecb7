import { printJson } from "@/lib/providers/json";
import { sha256Hex } from "@/lib/providers/sha256";

/**
 * Returns an id made of contents: the same for the same contents, on every device.
 *
 * It is half a SHA-256, which is here already for signing calls: 128 bits that nobody can make two texts share, so that
 * a file cannot be written to look like a chat that is already here.
 */
export function contentId(...contents: readonly unknown[]): string {
  return sha256Hex(printJson(contents) ?? "").slice(0, 32);
}

/** Returns a source's own id as text: files have them as texts and as numbers. */
export function sourceId(value: unknown): string | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}
