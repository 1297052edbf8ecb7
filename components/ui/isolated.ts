/** Returns a name for use within a sentence. Its direction does not depend on the page, nor does it change the sentence. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** Returns a text that is read from left to right in all languages, such as an operator, for use within a sentence. */
export function isolatedLtr(text: string): string {
  return `\u2066${text}\u2069`;
}
