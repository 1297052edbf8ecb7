/** How the pictures begin that every browser draws, as text of bytes; nothing else is shown as one. */
const beginnings: readonly (readonly [string, string])[] = [
  ["image/png", "\x89PNG\r\n\x1a\n"],
  ["image/jpeg", "\xff\xd8\xff"],
  ["image/gif", "GIF8"],
];

/** Tells the type of a picture by its first twelve bytes, whatever its name says; nothing for all else. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  return beginnings.find(([, beginning]) => head.startsWith(beginning))?.[0];
}
