/**
 * The constant of reciprocal rank fusion: how slowly the weight of a rank falls.
 * https://plg.uwaterloo.ca/~gvcormac/cormacksigir09-rrf.pdf
 */
const rankOffset = 60;

/**
 * Merges rankings, each best first, by reciprocal rank fusion: an item gets 1 / (60 + rank) of each ranking that contains
 * it. Only ranks count, because scores of words and of vectors cannot be compared. Equal items stay in the order of the
 * first ranking that contains them.
 */
export function fuseRankings<T>(rankings: readonly (readonly T[])[], idOf: (item: T) => string): T[] {
  const fused = new Map<string, { readonly item: T; score: number }>();
  for (const ranking of rankings) {
    for (const [rank, item] of ranking.entries()) {
      const id = idOf(item);
      const entry = fused.get(id) ?? { item, score: 0 };
      entry.score += 1 / (rankOffset + rank + 1);
      fused.set(id, entry);
    }
  }
  return [...fused.values()].sort((one, other) => other.score - one.score).map(({ item }) => item);
}
