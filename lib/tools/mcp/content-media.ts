import type { ToolMedia } from "@/lib/chat/tool";

/**
 * What may be seen or heard of a result: types that a browser shows without running anything in them, each with the
 * base64 text that all its data begin with. A server may say anything of what it sends.
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

/** The longest piece that is kept, in characters of base64: 5 MB is what Anthropic takes, and about that the others. */
const maxPieceChars = 5_000_000;

/** Returns the media of a piece of a result; nothing where it is none, is too long, or is not what it is said to be. */
export function mediaOfData(type: string, base64: string): ToolMedia | undefined {
  const known = type.toLowerCase();
  const beginning = Object.hasOwn(beginnings, known) ? beginnings[known] : undefined;
  const isOne = beginning?.test(base64) && base64.length <= maxPieceChars && /^[A-Za-z0-9+/]+={0,2}$/.test(base64);
  return isOne ? { type: known, url: `data:${known};base64,${base64}` } : undefined;
}
