/** The Chinese characters of GB 2312: those that are written in Simplified Chinese. */
export const simplified = charactersOf("gb2312", 0xb0, 0xf7, [[0xa1, 0xfe]]);

/** The Chinese characters of Big5: those that are written in Traditional Chinese. */
export const traditional = charactersOf("big5", 0xa4, 0xf9, [
  [0x40, 0x7e],
  [0xa1, 0xfe],
]);

/** Returns the Chinese characters of a text that a set does not have, each once. */
export function strangersTo(characters: ReadonlySet<string>, text: string): string[] {
  return [...new Set(text.match(/\p{Script=Han}/gu))].filter((character) => !characters.has(character));
}

/** Reads a character set off its own decoder, by the bounds of its first and of its second bytes. */
function charactersOf(
  encoding: string,
  first: number,
  last: number,
  seconds: readonly (readonly [number, number])[],
): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding);
  const characters = new Set<string>();
  for (let lead = first; lead <= last; lead++)
    for (const [low, high] of seconds)
      for (let trail = low; trail <= high; trail++) characters.add(decoder.decode(Uint8Array.of(lead, trail)));
  return characters;
}
