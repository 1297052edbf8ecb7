import { isCommonWord } from "@/lib/documents/common-words";
import { eachWord, foldForIndex, type WordKind } from "@/lib/documents/index-words";

/** A word of a query, or a pair of characters or a single one in a script without spaces. */
export interface QueryWord {
  readonly text: string;
  /** Whether other forms of the word count too: of words that may be the subject of the question. */
  readonly hasForms: boolean;
  /** Factor of the word's score, from 0 to 1. */
  readonly weight: number;
}

/** Weight of common words. They decide only between passages that are equal otherwise. */
const commonWeight = 0.12;

/** Weight of a single Chinese character. */
const characterWeight = 0.4;

/** Limits of a query: characters, and different words. */
const maxQueryChars = 4000;
const maxWords = 96;

/** Returns the different words of a question. */
export function queryWords(query: string): QueryWord[] {
  const folded = foldForIndex(query.slice(0, maxQueryChars));
  const words = new Map<string, QueryWord>();
  eachWord(folded, (start, end, kind) => {
    const text = folded.slice(start, end);
    if (words.size < maxWords) words.set(text, queryWord(text, kind));
  });
  return [...words.values()];
}

function queryWord(text: string, kind: WordKind): QueryWord {
  const isCommon = isCommonWord(text);
  const weight = (isCommon ? commonWeight : 1) * (kind === "character" ? characterWeight : 1);
  return { text, hasForms: kind === "word" && !isCommon, weight };
}
