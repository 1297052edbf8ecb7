import type { WordTable } from "@/lib/documents/word-table";

/** A word of the index that is like a word of the query, with a weight of at most 1. */
export interface WordVariant {
  readonly word: number;
  readonly weight: number;
}

/** Maximum number of variants of a word; those of the highest weight count. */
const maxVariants = 64;

/** Minimum length of the part that two words have in common. Arabic stems are shorter. */
const minCommon = 4;
const minCommonArabic = 3;

/** Weights of words with another ending, of compounds, and of words that contain the word elsewhere. */
const inflected = 0.8;
const compound = 0.5;
const contained = 0.35;

/** Length from which a word has other forms. */
const minInflected = 3;

/** Number of letters by which the endings of inflected words differ. */
const maxEnding = 3;

/**
 * Returns the words that a word of a query stands for: itself, other forms of it, and compounds with
 * it. Without forms, only itself. */
export function wordVariants(words: WordTable, word: string, hasForms: boolean): WordVariant[] {
  const weights = new Map<number, number>();
  const raise = (number: number, weight: number) => weights.set(number, Math.max(weight, weights.get(number) ?? 0));
  const exact = words.find(word, 0, word.length);
  if (exact >= 0) raise(exact, 1);
  const min = /^[\u0620-\u06ff]/.test(word) ? minCommonArabic : minCommon;
  // Numbers have no forms: 2019 is not like 20195.
  if (hasForms && word.length >= minInflected && !/^\p{N}+$/u.test(word)) {
    addLonger(words, word, Math.max(Math.min(min, word.length), Math.ceil(word.length * 0.65)), raise);
    addParts(words, word, min, raise);
    if (word.length === minCommon) addShorter(words, word, raise);
  }
  const variants = [...weights].map(([number, weight]) => ({ word: number, weight }));
  return variants.sort((a, b) => b.weight - a.weight || a.word - b.word).slice(0, maxVariants);
}

/** Returns the words of the index for a related word: itself and other forms of it. */
export function relatedVariants(words: WordTable, word: string): WordVariant[] {
  const variants: WordVariant[] = [];
  const exact = words.find(word, 0, word.length);
  if (exact >= 0) variants.push({ word: exact, weight: 1 });
  if (word.length < minCommon || !/\p{L}/u.test(word)) return variants;
  words.findPart(word.slice(0, stemLength(word)), (number, offset) => {
    if (offset === 0 && number !== exact && isInflected(word, words.word(number))) {
      variants.push({ word: number, weight: 1 });
    }
  });
  return variants;
}

function stemLength(word: string): number {
  return Math.max(Math.min(minCommon, word.length), Math.ceil(word.length * 0.65));
}

/** Whether a variant is the word itself or another form of it, not a compound. */
export function isForm({ weight }: WordVariant): boolean {
  return weight > compound;
}

/** Whether two words differ in their endings only. */
export function isInflected(word: string, other: string): boolean {
  const common = commonLength(word, other, 0);
  if (common < Math.max(minCommon, Math.ceil(Math.max(word.length, other.length) * 0.65))) return false;
  return word.length - common <= maxEnding && other.length - common <= maxEnding;
}

type Raise = (word: number, weight: number) => void;

/** Adds the words that share the beginning of the word, or contain all of it. */
function addLonger(words: WordTable, word: string, stemLength: number, raise: Raise): void {
  // Endings of short words are short, and other words contain them by chance.
  const isShort = word.length < minCommon;
  words.findPart(word.slice(0, stemLength), (number, offset) => {
    const other = words.word(number);
    const common = commonLength(word, other, offset);
    const restOfWord = word.length - common;
    const restOfOther = other.length - offset - common;
    if (offset === 0 && restOfWord <= maxEnding && restOfOther <= (isShort ? 1 : maxEnding)) {
      raise(number, (inflected * common) / Math.max(word.length, other.length));
    } else if (restOfWord <= 1 && !isShort) raise(number, offset === 0 ? compound : contained);
  });
}

function commonLength(word: string, other: string, offset: number): number {
  let length = 0;
  while (length < word.length && word[length] === other[offset + length]) length += 1;
  return length;
}

/** Adds the words at the beginning and the end of a compound. */
function addParts(words: WordTable, word: string, min: number, raise: Raise): void {
  for (let length = min; length < word.length; length++) {
    const weight = (compound * length) / word.length;
    const first = words.find(word, 0, length);
    if (first >= 0) raise(first, weight);
    const last = words.find(word, word.length - length, word.length);
    if (last >= 0) raise(last, weight);
  }
}

/** Adds a short word without its last letter, such as `dog` for `dogs`. */
function addShorter(words: WordTable, word: string, raise: Raise): void {
  const shorter = words.find(word, 0, word.length - 1);
  if (shorter >= 0) raise(shorter, (inflected * (word.length - 1)) / word.length);
}
