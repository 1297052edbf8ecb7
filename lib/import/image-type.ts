/** First bytes of the image types that every browser can render; other files are not displayed as images. */
const beginnings: readonly (readonly [string, string])[] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
];

/** Returns the type of an image by its first twelve bytes, regardless of its name; undefined for other files. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  return beginnings.find(([, beginning]) => head.startsWith(beginning))?.[0];
}
