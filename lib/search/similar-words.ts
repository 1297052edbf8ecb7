/** Words in scripts with spaces between words, in folded texts. */
const wordPattern =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Bengali}\p{Script=Devanagari}\p{M}]+/gu;

/**
 * Minimum and maximum word length, in characters: a typo in a shorter word makes another word, and longer ones are not
 * words.
 */
const shortest = 4;
const longest = 32;

/** Word length from which two typos are allowed instead of one. */
const longWord = 8;

/** Maximum number of similar words, the closest first. */
const maxSimilar = 8;

/** The set of all words, for finding the one that the user may have meant. */
export interface Vocabulary {
  /** Adds the words of a folded text. Calls `onNew` with each word that was not contained before. */
  add(text: string, onNew?: (word: string) => void): void;
  /** Returns the words within one or two typos of a folded word, the closest first, without the word itself. */
  similarTo(word: string): string[];
}

/** Creates an empty vocabulary. */
export function createVocabulary(): Vocabulary {
  const byLength = new Map<number, Set<string>>();
  /** Hashes of the runs of letters that were added, so that a known word is skipped without creating its string. */
  const hashes = new Set<number>();

  function addWord(word: string, onNew?: (word: string) => void): void {
    if (word.length < shortest || word.length > longest) return;
    let words = byLength.get(word.length);
    if (!words) {
      words = new Set();
      byLength.set(word.length, words);
    }
    if (words.has(word)) return;
    words.add(word);
    onNew?.(word);
  }

  return {
    add(text, onNew) {
      let start = 0;
      let hash = 0;
      let isPlain = true;
      for (let index = 0; index <= text.length; index++) {
        const unit = index < text.length ? text.charCodeAt(index) : 0;
        const isLetter = unit >= 0x61 && unit <= 0x7a;
        if (isLetter || mayBeInWord(unit)) {
          isPlain &&= isLetter;
          hash = (Math.imul(hash, 0x01000193) ^ unit) & 0x3fffffff;
          continue;
        }
        if (index - start >= shortest && !hashes.has(hash)) {
          hashes.add(hash);
          const run = text.slice(start, index);
          if (isPlain) addWord(run, onNew);
          else for (const [word] of run.matchAll(wordPattern)) addWord(word, onNew);
        }
        start = index + 1;
        hash = 0;
        isPlain = true;
      }
    },
    similarTo(word) {
      if (word.length < shortest || word.length > longest || word.replace(wordPattern, "") !== "") return [];
      const max = word.length < longWord ? 1 : 2;
      const similar: { readonly word: string; readonly distance: number }[] = [];
      for (let length = word.length - max; length <= word.length + max; length++) {
        for (const other of byLength.get(length) ?? []) {
          const distance = editDistance(word, other, max);
          if (distance > 0 && distance <= max) similar.push({ word: other, distance });
        }
      }
      return similar
        .sort((one, other) => one.distance - other.distance || (one.word < other.word ? -1 : 1))
        .slice(0, maxSimilar)
        .map((each) => each.word);
    },
  };
}

/**
 * Whether a code unit other than a to z may be in `wordPattern`. False for other ASCII characters, punctuation, symbols,
 * kana, Han and Hangul.
 */
function mayBeInWord(unit: number): boolean {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a;
  if (unit < 0x2010) return true;
  return !(
    unit <= 0x206f ||
    (unit >= 0x2190 && unit <= 0x2bff) ||
    (unit >= 0x3000 && unit <= 0x3029) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a0 && unit <= 0xa48f) ||
    (unit >= 0xac00 && unit <= 0xd7a3)
  );
}

/** Whether a folded text contains a word within one or two typos of a folded word. */
export function containsSimilar(text: string, word: string): boolean {
  const vocabulary = createVocabulary();
  vocabulary.add(text);
  return vocabulary.similarTo(word).length > 0;
}

/**
 * Returns the number of typos between two words: a missing, extra or different letter, or two swapped ones (optimal
 * string alignment distance). Returns `max + 1` if there are more than `max`.
 */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...next) > max) return max + 1;
    beforeLast = last;
    last = next;
  }
  return last[other.length] ?? 0;
}
