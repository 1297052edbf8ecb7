/** Most systems take names of 255 bytes; a character may be four of them, and an ending follows. */
const maxCharacters = 60;

/** Names that Windows keeps for devices. */
const deviceName = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Returns a title as the name of a file, without its ending, that every system takes; the given one where nothing is left. */
export function fileNameOf(title: string, otherwise: string): string {
  const name = [...title.normalize("NFC").replace(/[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu, " ")]
    .slice(0, maxCharacters)
    .join("")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return name === "" || deviceName.test(name) ? otherwise : name;
}
