import type { Mask } from "@/lib/chat/mask";

/** Returns the masks with the given ids, in the order of the ids. Ids without a mask are skipped; the first mask counts. */
export function masksWithIds<M extends Pick<Mask, "id">>(masks: readonly M[], ids: readonly string[]): readonly M[] {
  const known = new Map(masks.toReversed().map((mask) => [mask.id, mask]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Returns all masks, with those of a project first. */
export function withMasksFirst<M extends Pick<Mask, "id">>(masks: readonly M[], ids: readonly string[]): readonly M[] {
  const first = masksWithIds(masks, ids);
  const isFirst = new Set<unknown>(first);
  return [...first, ...masks.filter((mask) => !isFirst.has(mask))];
}
