/** Longer addresses are refused, in characters. */
const maxAddressChars = 2_000;

/** An address as it must be written: no user, no query, no fragment, no character that a parser drops or turns round. */
const wellFormed = /^https?:\/\/[^/?#@\\\p{Cc}\s]+(?:\/[^?#\\\p{Cc}\s]*)?$/iu;
/** Separators and dots that one server decodes and another does not, once or twice encoded. */
const hiddenCharacter = /%(?:25)*(?:2f|5c|2e|[01][\da-f]|7f)/i;
const dotSegment = /(?:^|\/)\.{1,2}(?=\/|$)/;

/** Reads the address of a store that a caller names; nothing where it might mean something else to another reader. */
export function plainAddress(text: string): URL | undefined {
  const path = text.replace(/^https?:\/\/[^/]*/i, "");
  if (text.length > maxAddressChars || !wellFormed.test(text) || !URL.canParse(text)) return undefined;
  return hiddenCharacter.test(path) || dotSegment.test(path) ? undefined : new URL(text);
}
