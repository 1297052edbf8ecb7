/** The writes of a list that items are removed from. */
interface ListWrites<T> {
  /** Stores the list without the item. */
  readonly store: (rest: readonly T[]) => void;
  /** Inserts the item into the list as it is at that time. */
  readonly restore: (removed: T) => void;
}

/** Removes the item with an id from a list. Returns the function that restores it. Ignores unknown ids. */
export function removeWithUndo<T extends { readonly id: string }>(
  items: readonly T[],
  id: string,
  { store, restore }: ListWrites<T>,
): () => void {
  const removed = items.find((item) => item.id === id);
  if (!removed) return () => {};
  store(items.filter((item) => item !== removed));
  return () => restore(removed);
}
