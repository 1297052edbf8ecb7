/** Bits of a signature: a Bloom filter over the grams of the texts in one slot. */
const signatureBits = 8192;

/** Length of a signature in 32-bit words. */
export const signatureWords = signatureBits / 32;

/** Number of set bits from which a signature is full: a foreign gram then passes it with a probability of 9 %. */
const fullBits = signatureBits * 0.3;

/** Number of bits by which a hash is shifted to the position of a bit. */
const positionShift = 32 - Math.log2(signatureBits);

/** Number of characters of a search text whose grams are looked up. Slots of a long text overlap by as many. */
export const windowChars = 64;

/** First code unit of `isIdeographic`. */
const firstIdeograph = 0x3005;

/** Whether a code unit is of a script without spaces between words: kana, Han, Hangul, and supplementary Han. */
function isIdeographic(unit: number): boolean {
  if (unit < firstIdeograph) return false;
  return unit <= 0x9fff || (unit >= 0xac00 && unit <= 0xd7af) || (unit >= 0xd840 && unit <= 0xd8ff) || isLow(unit);
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Sets two bits for a gram of up to three characters. Returns the number of bits that were not set before. */
function setGram(words: Uint32Array, first: number, second: number, third: number): number {
  const mixed = Math.imul(Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b) ^ third, 0xc2b2ae35);
  const hash = mixed ^ (mixed >>> 15);
  return setBit(words, hash >>> positionShift) + setBit(words, Math.imul(hash, 0x27d4eb2f) >>> positionShift);
}

function setBit(words: Uint32Array, bit: number): number {
  const word = words[bit >>> 5] ?? 0;
  const mask = 1 << (bit & 31);
  if (word & mask) return 0;
  words[bit >>> 5] = word | mask;
  return 1;
}

/**
 * Sets the bits of every gram in a part of a folded text: two adjacent characters in Chinese, Japanese or Korean, three
 * in other scripts. Each gram depends only on its own characters, so the grams of a text include those of all its
 * substrings. Returns the number of bits that were not set before.
 */
function setGrams(words: Uint32Array, text: string, start: number, end: number): number {
  if (end - start < 2) return 0;
  let count = 0;
  let first = text.charCodeAt(start);
  let second = text.charCodeAt(start + 1);
  let isFirst = isIdeographic(first);
  let isSecond = isIdeographic(second);
  for (let index = start + 2; index < end; index++) {
    const third = text.charCodeAt(index);
    const isThird = third >= firstIdeograph && isIdeographic(third);
    const isPair = isFirst && isSecond;
    if (isPair) count += setGram(words, first, second, 0);
    if (!isPair || !isThird) count += setGram(words, first, second, third);
    first = second;
    second = third;
    isFirst = isSecond;
    isSecond = isThird;
  }
  return isFirst && isSecond ? count + setGram(words, first, second, 0) : count;
}

/** A signature that texts are added to. */
export interface OpenSignature {
  readonly words: Uint32Array;
  /** Adds the grams of a part of a folded text. */
  add(text: string, start: number, end: number): void;
  isFull(): boolean;
}

/** Creates an open signature, empty or with the given words. */
export function openSignature(words: Uint32Array = new Uint32Array(signatureWords)): OpenSignature {
  let count = bitsIn(words).length;
  return {
    words,
    add(text, start, end) {
      count += setGrams(words, text, start, end);
    },
    isFull: () => count >= fullBits,
  };
}

/** Returns the positions of the bits that are set. */
function bitsIn(words: Uint32Array): number[] {
  const bits: number[] = [];
  for (const [index, word] of words.entries()) {
    for (let bit = 0; word >>> bit !== 0 && bit < 32; bit++) if ((word >>> bit) & 1) bits.push(index * 32 + bit);
  }
  return bits;
}

/** The bits that a signature must contain, by search text. */
export type SearchBits = readonly number[];

/** Returns the bits of a folded search text. A text that is too short for a gram has none and passes any signature. */
export function searchBits(text: string): SearchBits {
  const words = new Uint32Array(signatureWords);
  setGrams(words, text, 0, Math.min(text.length, windowChars));
  return bitsIn(words);
}

/** Whether the signature at an offset may be of a text with these bits. False is certain. */
export function mayContain(signatures: Uint32Array, offset: number, bits: SearchBits): boolean {
  for (const bit of bits) {
    if (((signatures[offset + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}
