/** Bits of a gram's hash; a collision costs a comparison, but never gives a wrong result. */
export const gramBits = 20;

/**
 * Calls `take` with the hash of every gram of a folded text: two adjacent characters in Chinese, Japanese or Korean,
 * three in other scripts. Each gram depends only on its own characters, so the grams of a text include those of all its
 * substrings.
 */
export function eachGram(text: string, take: (gram: number) => void): void {
  for (let place = 0; place < text.length - 1; place++) {
    const first = text.charCodeAt(place);
    const second = text.charCodeAt(place + 1);
    const isPair = isIdeographic(first) && isIdeographic(second);
    if (isPair) take(numberOf(first, second, 0));
    if (place + 2 >= text.length) return;
    const third = text.charCodeAt(place + 2);
    if (!isPair || !isIdeographic(third)) take(numberOf(first, second, third));
  }
}

/** Returns the distinct grams of a text. */
export function gramsOf(text: string): Set<number> {
  const grams = new Set<number>();
  eachGram(text, (gram) => grams.add(gram));
  return grams;
}

/** Whether a code unit is of a script without spaces between words: kana, Han, Hangul, and supplementary Han. */
function isIdeographic(unit: number): boolean {
  if (unit < 0x3005) return false;
  return unit <= 0x9fff || (unit >= 0xac00 && unit <= 0xd7af) || (unit >= 0xd840 && unit <= 0xd8ff) || isLow(unit);
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function numberOf(first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) ^ third, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 15)) >>> (32 - gramBits);
}
