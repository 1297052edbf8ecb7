/** Makes text of bytes that come in pieces, as a TextDecoder does. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** A decoder that remembers whether what it read was UTF-8 at all. */
export interface WatchfulDecoder extends Decoder {
  /** True where most of what is not ASCII was no UTF-8: then it was written one byte a character. */
  readonly metOtherEncoding: () => boolean;
}

/** What stands in place of bytes that are no UTF-8. */
const replacement = "\ufffd";

/** Opens a decoder of UTF-8 in which strays become replacement characters. */
export function openUtf8(): WatchfulDecoder {
  const decoder = new TextDecoder();
  let strays = 0;
  let characters = 0;
  return {
    decode(bytes, options) {
      const text = decoder.decode(bytes, options);
      if (text.includes(replacement)) {
        for (const character of text) {
          if (character > "\x7f") characters += 1;
          if (character === replacement) strays += 1;
        }
      }
      return text;
    },
    metOtherEncoding: () => strays * 2 > characters,
  };
}

/** How many characters are made at once: a function takes only so many arguments. */
const charsAtOnce = 8192;

/**
 * Decodes one byte a character. NextChat's desktop builds wrote so before March 2024. The browser's
 * own decoder of that name makes other characters of 0x80 to 0x9f, by which such text is told to be damaged.
 */
export const latin1: Decoder = {
  decode(bytes = new Uint8Array()) {
    let text = "";
    for (let start = 0; start < bytes.length; start += charsAtOnce) {
      text += String.fromCharCode(...bytes.subarray(start, start + charsAtOnce));
    }
    return text;
  },
};
