import type { IndexedPassages } from "@/lib/documents/indexed-passages";
import type { PostingLists } from "@/lib/documents/posting-lists";
import type { ScoredWord } from "@/lib/documents/scored-words";
import type { WordVariant } from "@/lib/documents/word-variants";

/** An index, and the documents of it that are searched, by number. */
interface SearchedIndex {
  readonly passages: IndexedPassages;
  readonly postings: PostingLists;
  readonly isSearched: Uint8Array;
  /** Factor of the score of each document, by number. */
  readonly factors: Float32Array;
  /** Number of passages that were not removed, and the mean number of their words. */
  readonly live: number;
  readonly averageLength: number;
}

/** BM25: how fast repetitions of a word saturate, and how much the length of a passage counts. */
const saturation = 1.2;
const lengthWeight = 0.5;

/** Part of the score of a document that its passages get: the words of a question may be on several pages. */
const documentWeight = 0.3;

/**
 * Returns the score of each passage for the words of a query. A word gives the higher score of its variants and its
 * related words. Passages without a word have 0.
 */
export function passageScores(words: readonly ScoredWord[], index: SearchedIndex): Float32Array {
  const { passages, isSearched, factors } = index;
  const scores = new Float32Array(passages.count());
  const documentScores = new Float32Array(isSearched.length);
  const counts = new Float32Array(passages.count());
  const wordScores = new Float32Array(passages.count());
  for (const { variants, weight, related, relatedWeight } of words) {
    const found = scoreVariants(variants, weight, index, counts, wordScores);
    const others = scoreVariants(related, relatedWeight, index, counts, wordScores);
    addWord(found.concat(others), passages, wordScores, scores, documentScores);
  }
  for (let passage = 0; passage < scores.length; passage++) {
    const score = scores[passage] ?? 0;
    if (score <= 0) continue;
    const document = passages.document(passage);
    scores[passage] = (factors[document] ?? 1) * (score + documentWeight * (documentScores[document] ?? 0));
  }
  return scores;
}

/** Raises the scores of the passages that contain a variant. Returns these passages. `counts` is all 0 before and after. */
function scoreVariants(
  variants: readonly WordVariant[],
  weight: number,
  index: SearchedIndex,
  counts: Float32Array,
  wordScores: Float32Array,
): number[] {
  const { passages, live, averageLength } = index;
  const found = countVariants(variants, index, counts);
  const rarity = weight * Math.log(1 + (live - found.length + 0.5) / (found.length + 0.5));
  for (const passage of found) {
    const count = counts[passage] ?? 0;
    counts[passage] = 0;
    const relativeLength = 1 - lengthWeight + (lengthWeight * passages.length(passage)) / averageLength;
    const score = (rarity * count * (saturation + 1)) / (count + saturation * relativeLength);
    wordScores[passage] = Math.max(score, wordScores[passage] ?? 0);
  }
  return found;
}

/** Adds the scores of a word to those of the passages and of their documents, and sets them to 0. */
function addWord(
  found: readonly number[],
  passages: IndexedPassages,
  wordScores: Float32Array,
  scores: Float32Array,
  documentScores: Float32Array,
): void {
  const bestOfDocument = new Map<number, number>();
  for (const passage of found) {
    const score = wordScores[passage] ?? 0;
    wordScores[passage] = 0;
    scores[passage] = (scores[passage] ?? 0) + score;
    const document = passages.document(passage);
    bestOfDocument.set(document, Math.max(score, bestOfDocument.get(document) ?? 0));
  }
  for (const [document, score] of bestOfDocument) documentScores[document] = (documentScores[document] ?? 0) + score;
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
