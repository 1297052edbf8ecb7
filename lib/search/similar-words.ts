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
  /** Adds the words of a folded text. */
  add(text: string): void;
  /** Returns the words within one or two typos of a folded word, the closest first, without the word itself. */
  similarTo(word: string): string[];
}

/** Creates an empty vocabulary. */
export function createVocabulary(): Vocabulary {
  const byLength = new Map<number, Set<string>>();
  return {
    add(text) {
      for (const [word] of text.matchAll(wordPattern)) {
        if (word.length < shortest || word.length > longest) continue;
        const words = byLength.get(word.length) ?? new Set();
        byLength.set(word.length, words.add(word));
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
