import { grown } from "@/lib/documents/growing-array";
import { eachWord, foldForIndex } from "@/lib/documents/index-words";
import type { WordTable } from "@/lib/documents/word-table";

/** Counts the words of one passage at a time. */
export interface WordCounter {
  /** Counts each word of a text `weight` times. Returns the number of words in the text. */
  count(text: string, weight: number): number;
  /** Calls back for each counted word, and starts anew. */
  take(onWord: (word: number, count: number) => void): void;
  bytes(): number;
}

/** Maximum count of a word. */
const maxCount = 1000;

/** Creates a counter that adds new words to a table. */
export function createWordCounter(words: WordTable): WordCounter {
  let counts = new Uint16Array(1024);
  const counted: number[] = [];

  return {
    count(text, weight) {
      const folded = foldForIndex(text);
      let length = 0;
      eachWord(folded, (start, end) => {
        const word = words.add(folded, start, end);
        counts = grown(counts, word + 1);
        if (counts[word] === 0) counted.push(word);
        counts[word] = Math.min(maxCount, (counts[word] ?? 0) + weight);
        length += 1;
      });
      return length;
    },
    take(onWord) {
      for (const word of counted) {
        onWord(word, counts[word] ?? 0);
        counts[word] = 0;
      }
      counted.length = 0;
    },
    bytes: () => counts.byteLength,
  };
}
