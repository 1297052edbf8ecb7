import type { ToolMedia } from "@/lib/chat/tool";

/**
 * Media types that a browser displays without running code, each with the base64 prefix of its data. A server's
 * declared type cannot be trusted.
 */
const beginnings: Readonly<Record<string, RegExp>> = {
  "image/png": /^iVBORw0KGgo/,
  "image/jpeg": /^\/9j\//,
  "image/gif": /^R0lGOD/,
  "image/webp": /^UklGR/,
  "audio/wav": /^UklGR/,
  "audio/mpeg": /^(SUQz|\/\/)/,
  "audio/ogg": /^T2dnUw/,
};

/** Maximum size of a stored piece, in base64 characters: Anthropic accepts 5 MB, the others about the same. */
const maxPieceChars = 5_000_000;

/**
 * Returns the media of a piece of a result; undefined if it has another type, is too long, or does not match its
 * declared type.
 */
export function mediaOfData(type: string, base64: string): ToolMedia | undefined {
  const known = type.toLowerCase();
  const beginning = Object.hasOwn(beginnings, known) ? beginnings[known] : undefined;
  const isOne = beginning?.test(base64) && base64.length <= maxPieceChars && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
  return isOne ? { type: known, url: `data:${known};base64,${base64}` } : undefined;
}
