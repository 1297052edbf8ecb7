/** PNG chunks that may contain a character card, the preferred one first. */
const keywords = ["ccv3", "chara"] as const;

const pngBeginning = 8;

/** Maximum size of a card image, in bytes. */
export const maxCardImage = 50_000_000;

/** Returns the JSON of a PNG's character card; undefined if the image has no card or is damaged. */
export function cardInImage(png: Uint8Array): Uint8Array | undefined {
  const texts = textChunks(png);
  const keyword = keywords.find((name) => texts.has(name));
  const text = keyword && texts.get(keyword);
  try {
    return text === undefined ? undefined : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // Invalid base64 is not a card.
    return undefined;
  }
}

/** Returns the `tEXt` chunks of a PNG by keyword. */
function textChunks(png: Uint8Array): Map<string, string> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const latin = (start: number, end: number) =>
    Array.from(png.subarray(start, end), (code) => String.fromCharCode(code)).join("");
  const texts = new Map<string, string>();
  let place = pngBeginning;
  // A chunk is its size, type, data and checksum.
  while (place + 12 <= png.length) {
    const size = view.getUint32(place);
    const end = place + 8 + size;
    if (latin(place + 4, place + 8) === "tEXt" && end <= png.length) {
      const zero = png.indexOf(0, place + 8);
      if (zero < end) texts.set(latin(place + 8, zero), latin(zero + 1, end));
    }
    place = end + 4;
  }
  return texts;
}
