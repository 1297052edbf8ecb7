import type { IndexedPassages } from "@/lib/documents/indexed-passages";
import type { PostingLists } from "@/lib/documents/posting-lists";
import type { WordVariant } from "@/lib/documents/word-variants";

/** An index, and the documents of it that are searched, by number. */
interface SearchedIndex {
  readonly passages: IndexedPassages;
  readonly postings: PostingLists;
  readonly isSearched: Uint8Array;
  /** Number of passages that were not removed, and the mean number of their words. */
  readonly live: number;
  readonly averageLength: number;
}

/** A word of a query with its variants, and the factor of its score, from 0 to 1. */
interface ScoredWord {
  readonly variants: readonly WordVariant[];
  readonly weight: number;
}

/** BM25: how fast repetitions of a word saturate, and how much the length of a passage counts. */
const saturation = 1.2;
const lengthWeight = 0.5;

/** Part of the score of a document that its passages get: the words of a question may be on several pages. */
const documentWeight = 0.3;

/** Returns the score of each passage for the words of a query, each with its variants. Other passages have 0. */
export function passageScores(words: readonly ScoredWord[], index: SearchedIndex): Float32Array {
  const { passages, isSearched, live, averageLength } = index;
  const scores = new Float32Array(passages.count());
  const documentScores = new Float32Array(isSearched.length);
  const counts = new Float32Array(passages.count());
  for (const { variants, weight } of words) {
    const found = countVariants(variants, index, counts);
    const rarity = weight * Math.log(1 + (live - found.length + 0.5) / (found.length + 0.5));
    const bestOfDocument = new Map<number, number>();
    for (const passage of found) {
      const count = counts[passage] ?? 0;
      counts[passage] = 0;
      const relativeLength = 1 - lengthWeight + (lengthWeight * passages.length(passage)) / averageLength;
      const score = (rarity * count * (saturation + 1)) / (count + saturation * relativeLength);
      scores[passage] = (scores[passage] ?? 0) + score;
      const document = passages.document(passage);
      bestOfDocument.set(document, Math.max(score, bestOfDocument.get(document) ?? 0));
    }
    for (const [document, score] of bestOfDocument) {
      documentScores[document] = (documentScores[document] ?? 0) + score;
    }
  }
  for (let passage = 0; passage < scores.length; passage++) {
    const score = scores[passage] ?? 0;
    if (score > 0) scores[passage] = score + documentWeight * (documentScores[passages.document(passage)] ?? 0);
  }
  return scores;
}

/** Adds the weighted counts of a word's variants to each passage. Returns the passages that contain one. */
function countVariants(
  variants: readonly WordVariant[],
  { passages, postings, isSearched }: SearchedIndex,
  counts: Float32Array,
): number[] {
  const found: number[] = [];
  for (const { word, weight } of variants) {
    postings.each(word, (passage, count) => {
      if (isSearched[passages.document(passage)] !== 1) return;
      if (counts[passage] === 0) found.push(passage);
      counts[passage] = (counts[passage] ?? 0) + weight * count;
    });
  }
  return found;
}

/** Returns the passages of the highest scores, best first; equal ones in their order. */
export function bestPassages(scores: Float32Array, limit: number): number[] {
  const best: number[] = [];
  for (let passage = 0; passage < scores.length && limit > 0; passage++) {
    const score = scores[passage] ?? 0;
    if (score <= 0) continue;
    if (best.length >= limit && score <= (scores[best.at(-1) ?? 0] ?? 0)) continue;
    let low = 0;
    let high = best.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((scores[best[middle] ?? 0] ?? 0) >= score) low = middle + 1;
      else high = middle;
    }
    best.splice(low, 0, passage);
    if (best.length > limit) best.pop();
  }
  return best;
}
