import type { ReactNode } from "react";

/** One thing that can be picked from a list dialog. */
export interface ListItem {
  /** Unique within its group; the same thing may stand in another group under the same id. */
  readonly id: string;
  readonly label: string;
  /** A tile or glyph before the label. */
  readonly leading?: ReactNode;
  readonly tags?: readonly string[] | undefined;
  /** True: it is one of the favourites. Absent where there are none. */
  readonly isFavourite?: boolean | undefined;
}

export interface ListGroup {
  readonly label: string;
  /** What is to be known of all its items, said beside the label. */
  readonly note?: string | undefined;
  /** True: it repeats items of other groups for a quick choice, and is left out of a search. */
  readonly isShortcut?: true | undefined;
  readonly items: readonly ListItem[];
}

/** An item with its place: what search looks at, and the number that its element is known by. */
export interface ListEntry {
  readonly item: ListItem;
  readonly group: string;
  readonly note?: string | undefined;
  readonly groupNumber: number;
  readonly number: number;
  readonly text: string;
  readonly isShortcut: boolean;
}

/** Lays groups out as one row of entries, in order. */
export function listEntries(groups: readonly ListGroup[]): ListEntry[] {
  return groups
    .flatMap(({ label, note, items, isShortcut = false }, groupNumber) =>
      items.map((item) => ({ item, group: label, note, groupNumber, isShortcut })),
    )
    .map((entry, number) => ({ ...entry, number, text: `${entry.item.label}\n${entry.group}`.toLowerCase() }));
}

/** Keeps the entries whose label or group contains the query, in any case. */
export function matchingEntries(entries: readonly ListEntry[], query: string): readonly ListEntry[] {
  const wanted = query.trim().toLowerCase();
  return wanted === "" ? entries : entries.filter(({ text, isShortcut }) => !isShortcut && text.includes(wanted));
}

/** The entries of one group that are left after a search. */
export interface EntryGroup {
  readonly number: number;
  readonly label: string;
  readonly note?: string | undefined;
  readonly entries: readonly ListEntry[];
}

/** Gathers entries under their groups again. */
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
