/** Decodes bytes in chunks, like a TextDecoder. */
export interface Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}

/** A decoder that detects whether its input was UTF-8. */
export interface CheckingDecoder extends Decoder {
  /** Returns true if most of the non-ASCII input was invalid UTF-8: then it was written as one byte per character. */
  readonly wasOtherEncoding: () => boolean;
}

/** Replacement for bytes that are not UTF-8. */
const replacement = "\ufffd";

/** Creates a UTF-8 decoder that replaces invalid bytes by replacement characters. */
export function openUtf8(): CheckingDecoder {
  const decoder = new TextDecoder();
  let invalid = 0;
  let characters = 0;
  return {
    decode(bytes, options) {
      const text = decoder.decode(bytes, options);
      if (text.includes(replacement)) {
        for (const character of text) {
          if (character > "\x7f") characters += 1;
          if (character === replacement) invalid += 1;
        }
      }
      return text;
    },
    wasOtherEncoding: () => invalid * 2 > characters,
  };
}

/** Number of characters per call, because the number of function arguments is limited. */
const charsAtOnce = 8192;

/**
 * Decodes one byte per character, as NextChat's desktop builds wrote before March 2024. The browser's own `latin1`
 * decoder maps 0x80 to 0x9f to other characters, but these identify such damaged text.
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
