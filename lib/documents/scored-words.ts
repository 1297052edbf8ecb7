import { type QueryWord, queryWords } from "@/lib/documents/query-words";
import { relatedTo } from "@/lib/documents/word-relations";
import type { WordTable } from "@/lib/documents/word-table";
import { isForm, relatedVariants, type WordVariant, wordVariants } from "@/lib/documents/word-variants";

/** A word of a query: the words of the index that it stands for, and the factors of their scores, from 0 to 1. */
export interface ScoredWord {
  /** The word itself, other forms of it, and compounds. */
  readonly variants: readonly WordVariant[];
  readonly weight: number;
  /** Other words for the same matter. */
  readonly related: readonly WordVariant[];
  readonly relatedWeight: number;
}

/** Weight of words for the same matter: as a word of the question, and as a question word such as "when". */
const relatedWeight = 0.4;
const relatedCommonWeight = 0.15;

/** Maximum number of related words of a query. Each takes up to 0.5 ms in a large index. */
const maxRelated = 100;

/**
 * Returns the words of a query with what they stand for in an index. A related word counts for one word of the query
 * only, and not if it is a form of another one. Only the given languages have related words, one bit for each.
 */
export function scoredWords(words: WordTable, query: string, languages: number): ScoredWord[] {
  const asked = queryWords(query).map((word) => ({ word, variants: wordVariants(words, word.text, word.hasForms) }));
  const counted = new Set(asked.flatMap(({ variants }) => variants.filter(isForm).map(({ word }) => word)));
  const related = relatedOf(
    asked.map(({ word }) => word),
    languages,
  );
  return asked.map(({ word, variants }) => ({
    variants,
    weight: word.weight,
    related: (related.get(word) ?? [])
      .flatMap((each) => relatedVariants(words, each))
      .filter((variant) => !counted.has(variant.word) && counted.add(variant.word)),
    relatedWeight: word.hasForms ? relatedWeight : relatedCommonWeight,
  }));
}

/** Returns the related words of each word, each at most once; first of those that may be the subject of the question. */
function relatedOf(asked: readonly QueryWord[], languages: number): Map<QueryWord, string[]> {
  const used = new Set<string>();
  const related = new Map<QueryWord, string[]>();
  for (const word of [...asked].sort((a, b) => Number(b.hasForms) - Number(a.hasForms))) {
    const added = relatedTo(word.text, languages).filter(
      (each) => !used.has(each) && used.size < maxRelated && used.add(each),
    );
    related.set(word, added);
  }
  return related;
}
