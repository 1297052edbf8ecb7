/** The chunks that hold a character card, the better one first. */
const keywords = ["ccv3", "chara"] as const;

const pngBeginning = 8;

/** A card is a text of some pages, a picture of some megabytes around it, in bytes. */
export const maxCardImage = 50_000_000;

/** Returns the JSON of the character card inside a PNG; nothing where there is none, or the picture is broken. */
export function cardInImage(png: Uint8Array): Uint8Array | undefined {
  const texts = textChunks(png);
  const keyword = keywords.find((name) => texts.has(name));
  const text = keyword && texts.get(keyword);
  try {
    return text === undefined ? undefined : Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    // Something else than base64 is no card.
    return undefined;
  }
}

/** Reads the `tEXt` chunks of a PNG by their keywords. */
function textChunks(png: Uint8Array): Map<string, string> {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const latin = (start: number, end: number) =>
    Array.from(png.subarray(start, end), (code) => String.fromCharCode(code)).join("");
  const texts = new Map<string, string>();
  let place = pngBeginning;
  // A chunk is its size, its type, its contents and a sum.
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
