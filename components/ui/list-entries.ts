import type { ReactNode } from "react";

/** An item of a list dialog. */
export interface ListItem {
  /** Unique within its group; the same item may be in another group with the same id. */
  readonly id: string;
  readonly label: string;
  /** A tile or glyph before the label. */
  readonly leading?: ReactNode;
  readonly tags?: readonly string[] | undefined;
  /** True for a favourite; absent if the list has no favourites. */
  readonly isFavourite?: boolean | undefined;
  /** True for an item that is hidden until its group is unfolded, or until a search finds it. */
  readonly isFolded?: true | undefined;
  /** True for the row that unfolds its group. */
  readonly isFold?: true | undefined;
}

export interface ListGroup {
  readonly label: string;
  /** A note on all its items, beside the label. */
  readonly note?: string | undefined;
  /** True for a group that repeats items of other groups; a search skips it. */
  readonly isShortcut?: true | undefined;
  readonly items: readonly ListItem[];
}

/** An item with its searchable text and the number of its element. */
export interface ListEntry {
  readonly item: ListItem;
  readonly group: string;
  readonly note?: string | undefined;
  readonly groupNumber: number;
  readonly number: number;
  readonly text: string;
  readonly isShortcut: boolean;
}

/** Returns the entries of all groups in order. */
export function listEntries(groups: readonly ListGroup[]): ListEntry[] {
  return groups
    .flatMap(({ label, note, items, isShortcut = false }, groupNumber) =>
      items.map((item) => ({ item, group: label, note, groupNumber, isShortcut })),
    )
    .map((entry, number) => ({ ...entry, number, text: `${entry.item.label}\n${entry.group}`.toLowerCase() }));
}

/**
 * Returns the entries whose label or group contains the query, ignoring case. Without a query these are all, but of
 * groups with a fold only the unfolded ones.
 *
 * @param unfolded numbers of the unfolded groups
 */
export function matchingEntries(
  entries: readonly ListEntry[],
  query: string,
  unfolded: ReadonlySet<number> = new Set(),
): readonly ListEntry[] {
  const wanted = query.trim().toLowerCase();
  if (wanted !== "") {
    return entries.filter(({ text, isShortcut, item }) => !isShortcut && !item.isFold && text.includes(wanted));
  }
  return entries.filter(({ item, groupNumber }) => (unfolded.has(groupNumber) ? !item.isFold : item.isFolded !== true));
}

/** The entries of one group that match a search. */
export interface EntryGroup {
  readonly number: number;
  readonly label: string;
  readonly note?: string | undefined;
  readonly entries: readonly ListEntry[];
}

/** Returns entries grouped again. */
export function groupEntries(entries: readonly ListEntry[]): EntryGroup[] {
  const groups = new Map<number, EntryGroup & { readonly entries: ListEntry[] }>();
  for (const entry of entries) {
    const { groupNumber: number, group: label, note } = entry;
    const group = groups.get(number) ?? { number, label, note, entries: [] };
    group.entries.push(entry);
    groups.set(number, group);
  }
  return [...groups.values()];
}
