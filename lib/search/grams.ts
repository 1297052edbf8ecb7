/** Grams are known by a number of so many bits; two that share one cost a look at a text, never a wrong answer. */
export const gramBits = 20;

/**
 * Calls back with the number of every gram of a folded text: two neighbouring signs of Chinese, Japanese or Korean, three
 * of all other scripts. Each depends on its own signs alone, so that the grams of a text hold those of all its parts.
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

/** Returns the grams of a text, each once. */
export function gramsOf(text: string): Set<number> {
  const grams = new Set<number>();
  eachGram(text, (gram) => grams.add(gram));
  return grams;
}

/** Whether a code unit belongs to scripts that part no words: kana, Han, Hangul, and Han beyond the first plane. */
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
