import type { ReactNode } from "react";
import type { Column } from "./virtual-window";

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

/** An item with its searchable texts and the number of its element. */
export interface ListEntry {
  readonly item: ListItem;
  readonly group: string;
  readonly note?: string | undefined;
  readonly groupNumber: number;
  readonly number: number;
  readonly text: string;
  /** The label for comparison with a query. */
  readonly name: string;
  readonly isShortcut: boolean;
}

/** Returns the entries of all groups in order. */
export function listEntries(groups: readonly ListGroup[]): ListEntry[] {
  return groups
    .flatMap(({ label, note, items, isShortcut = false }, groupNumber) =>
      items.map((item) => ({ item, group: label, note, groupNumber, isShortcut })),
    )
    .map((entry, number) => {
      const { label, tags = [] } = entry.item;
      const text = [label, entry.group, ...tags].join("\n").toLowerCase();
      return { ...entry, number, text, name: comparable(label) };
    });
}

/**
 * Returns the entries whose label, group and tags contain all words of the query, in any order, ignoring case. An entry
 * whose name equals the query is the first of its group. Without a query the entries are all, but of groups with a fold
 * only the unfolded ones.
 *
 * @param unfolded numbers of the unfolded groups
 */
export function matchingEntries(
  entries: readonly ListEntry[],
  query: string,
  unfolded: ReadonlySet<number> = new Set(),
): readonly ListEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length > 0) {
    const found = entries.filter(
      ({ text, isShortcut, item }) => !isShortcut && !item.isFold && words.every((word) => text.includes(word)),
    );
    return namedFirst(found, query);
  }
  return entries.filter(({ item, groupNumber }) => (unfolded.has(groupNumber) ? !item.isFold : item.isFolded !== true));
}

function namedFirst(entries: readonly ListEntry[], query: string): readonly ListEntry[] {
  const wanted = comparable(query);
  const named = new Set(entries.filter(({ name }) => name === wanted));
  const rank = (entry: ListEntry) => (named.has(entry) ? 0 : 1);
  return named.size === 0 ? entries : entries.toSorted((a, b) => a.groupNumber - b.groupNumber || rank(a) - rank(b));
}

/** Returns the entry whose name equals the query, then one that contains it as a whole, or else the first match. */
export function bestMatch(matches: readonly ListEntry[], query: string): ListEntry | undefined {
  const wanted = comparable(query);
  return matches.find(({ name }) => name === wanted) ?? matches.find(({ name }) => name.includes(wanted)) ?? matches[0];
}

/** Returns a name for comparison: people write "gpt 5" for `gpt-5`. */
function comparable(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, "-");
}

/** Returns the column of the entries, with a caption above the first of each group. */
export function columnOf(entries: readonly ListEntry[]): Column {
  const captioned = entries.flatMap(({ groupNumber }, row) =>
    groupNumber === entries[row - 1]?.groupNumber ? [] : row,
  );
  return { count: entries.length, captioned };
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
