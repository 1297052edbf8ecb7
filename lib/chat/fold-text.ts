/** Invisible characters: Arabic vowel signs and tatweel, direction marks, soft hyphens. */
const unseen =
  /[\u00ad\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Letters that are treated as equal. */
const sameLetters: Readonly<Record<string, string>> = {
  أ: "ا",
  إ: "ا",
  آ: "ا",
  ٱ: "ا",
  ى: "ي",
  ة: "ه",
  ς: "σ",
};
const letterVariants = /[أإآٱىةς]/g;

const plainText = /^[\t-\r -~]*$/;
/** Runs of white space other than a single space: replacing each single space takes most of the time. */
const spaceRuns = / *[^\S ]\s*| {2,}/g;

/**
 * Normalizes text for comparison: case, width and compatibility forms (NFKC), Arabic vowel signs and variants of alef,
 * yeh and teh marbuta (as in Lucene's ArabicNormalizer), runs of white space.
 */
export function foldText(text: string): string {
  if (plainText.test(text)) return text.toLowerCase().replace(spaceRuns, " ");
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(unseen, "")
    .replace(letterVariants, (letter) => sameLetters[letter] ?? letter)
    .replace(spaceRuns, " ");
}

/** A folded text with the original index of each character. */
export interface FoldedText {
  readonly text: string;
  /**
   * By index in the folded text: the start of the original grapheme. One entry more than the folded text has
   * characters.
   */
  readonly starts: readonly number[];
}

/**
 * A character with the marks that may combine with it: combining marks, half-width voicing marks, Hangul vowels and
 * finals.
 */
const wholeSign = /[^\p{M}\u1160-\u11ff\uff9e\uff9f]?[\p{M}\u1160-\u11ff\uff9e\uff9f]*/gu;

/** Folds a text and records the original index of each character. */
export function foldWithPlaces(text: string): FoldedText {
  let folded = "";
  const starts: number[] = [];
  for (const { 0: letter, index } of text.matchAll(wholeSign)) {
    const alone = foldText(letter);
    const plain = folded.endsWith(" ") && alone.startsWith(" ") ? alone.slice(1) : alone;
    folded += plain;
    for (let place = 0; place < plain.length; place++) starts.push(index);
  }
  starts.push(text.length);
  return { text: folded, starts };
}
