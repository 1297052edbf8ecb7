import { matchingItems, type SearchedTexts } from "@/lib/search/matching-rows";
import type { PaletteRow } from "./palette-row";

/** The entries of a source, in the order in which they are offered. */
export interface PaletteList {
  /** Returns the entries with these ids, in the order of the source. */
  withIds(ids: readonly string[]): readonly PaletteRow[];
  /**
   * Returns at most `most` entries whose names contain all words. Those whose ids are in `first` precede the others, in
   * the order of `first`.
   */
  matching(words: string, first: readonly string[], most: number): readonly PaletteRow[];
}

interface ListedItems<T> extends SearchedTexts<T> {
  readonly items: readonly T[];
  /** The part of a row's id before the key of its item. */
  readonly idPrefix: string;
  readonly keyOf: (item: T) => string;
  /** Creates the row of an item. */
  readonly rowOf: (item: T) => PaletteRow;
}

/** Returns a list that creates rows only for the entries that it returns: a user has ten thousand chats. */
export function listOfItems<T extends object>({
  items,
  idPrefix,
  keyOf,
  rowOf,
  ...texts
}: ListedItems<T>): PaletteList {
  const keysOf = (ids: readonly string[]) =>
    ids.filter((id) => id.startsWith(idPrefix)).map((id) => id.slice(idPrefix.length));
  return {
    withIds(ids) {
      const keys = new Set(keysOf(ids));
      return keys.size === 0 ? [] : items.filter((item) => keys.has(keyOf(item))).map(rowOf);
    },
    matching(words, first, most) {
      return putFirst(matchesAmong(items, words, texts), keysOf(first), keyOf)
        .slice(0, most)
        .map(rowOf);
    },
  };
}

/** Returns a list of rows that exist. */
export function listOfRows(rows: readonly PaletteRow[]): PaletteList {
  return listOfItems({
    items: rows,
    idPrefix: "",
    keyOf: ({ id }) => id,
    rowOf: (row) => row,
    labelOf: ({ label }) => label,
    keywordsOf: ({ keywords }) => keywords,
  });
}

/** Returns the items with the keys in `first` before the others, which keep their order. */
function putFirst<T>(items: readonly T[], first: readonly string[], keyOf: (item: T) => string): readonly T[] {
  if (first.length === 0) return items;
  const positions = new Map(first.map((key, position) => [key, position]));
  const positionOf = (item: T) => positions.get(keyOf(item)) ?? first.length;
  const chosen = items.filter((item) => positions.has(keyOf(item)));
  if (chosen.length === 0) return items;
  chosen.sort((one, other) => positionOf(one) - positionOf(other));
  return [...chosen, ...items.filter((item) => !positions.has(keyOf(item)))];
}

/** Returns the matching items, memoized: new results re-render the palette with the same query. */
function matchesAmong<T extends object>(items: readonly T[], words: string, texts: SearchedTexts<T>): readonly T[] {
  if (words === "") return items;
  const known = knownMatches.get(items);
  if (known?.words === words) return known.matches as readonly T[];
  const matches = matchingItems(items, words, texts);
  knownMatches.set(items, { words, matches });
  return matches;
}

const knownMatches = new WeakMap<readonly object[], { readonly words: string; readonly matches: readonly object[] }>();
