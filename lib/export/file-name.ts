/**
 * Maximum length of a name, in characters: most systems accept 255 bytes, a character may need four, and an extension
 * follows.
 */
const maxCharacters = 60;

/** Names that Windows reserves for devices. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/**
 * Converts a title to a file name without extension that every system accepts; returns `otherwise` if nothing remains.
 */
export function fileNameOf(title: string, otherwise: string): string {
  const name = [...title.normalize("NFC").replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu, " ")]
    .slice(0, maxCharacters)
    .join("")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return name === "" || deviceName.test(name) ? otherwise : name;
}
