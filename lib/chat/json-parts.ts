/**
 * Maximum number of members and elements in a JSON body from outside. A long conversation with its tools has a few
 * thousand. Traversing a body costs at least a microsecond for each.
 */
export const maxJsonParts = 100_000;

const quote = 34;
const backslash = 92;
const comma = 44;
const openBracket = 91;
const openBrace = 123;

/**
 * Whether a JSON text contains more members, elements, arrays and objects than `max`. Stops there, parses nothing and
 * skips strings, so it is cheap for texts of any size. For text that is not JSON, the result is arbitrary.
 */
export function hasMoreJsonParts(text: string, max: number): boolean {
  let parts = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) {
      index = endOfString(text, index);
    } else if (code === comma || code === openBracket || code === openBrace) {
      parts++;
      if (parts > max) return true;
    }
  }
  return false;
}

/** Returns the index of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
