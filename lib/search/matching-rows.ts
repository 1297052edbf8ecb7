import { foldText } from "@/lib/chat/fold-text";

/** An item with a name and optional further keywords. */
interface Named {
  readonly label: string;
  readonly keywords?: string | undefined;
}

/** Functions that return the texts of an item in which words are searched. */
export interface SearchedTexts<T> {
  readonly labelOf: (item: T) => string;
  readonly keywordsOf?: (item: T) => string | undefined;
}

const textsOfNamed: SearchedTexts<Named> = { labelOf: ({ label }) => label, keywordsOf: ({ keywords }) => keywords };

/** Returns the rows that contain all words of a query, in the order of `matchingItems`. */
export function matchingRows<T extends Named>(rows: readonly T[], query: string): readonly T[] {
  return matchingItems(rows, query, textsOfNamed);
}

/**
 * Returns the items that contain all words of a query: exact matches first, then by the position of the match in the
 * name.
 */
export function matchingItems<T>(
  items: readonly T[],
  query: string,
  { labelOf, keywordsOf }: SearchedTexts<T>,
): readonly T[] {
  const wanted = foldText(query).trim();
  if (wanted === "") return items;
  const words = wanted.split(" ").filter(Boolean);
  // Ten thousand chats have few distances, so grouping is faster than sorting.
  const byDistance = new Map<number, T[]>();
  for (const item of items) {
    const label = foldedName(labelOf(item));
    const keywords = keywordsOf?.(item);
    const all = keywords ? `${label}\n${foldedName(keywords)}` : label;
    if (!words.every((word) => all.includes(word))) continue;
    const distance = distanceOf(label, wanted);
    const others = byDistance.get(distance);
    if (others) others.push(item);
    else byDistance.set(distance, [item]);
  }
  return [...byDistance].sort(([one], [other]) => one - other).flatMap(([, matches]) => matches);
}

function distanceOf(label: string, wanted: string): number {
  if (label === wanted) return -1;
  const place = label.indexOf(wanted);
  return place === -1 ? label.length : place;
}

/** Maximum number of cached folded names: a list of ten thousand is searched at each keystroke. */
const maxCached = 50_000;
const folded = new Map<string, string>();

function foldedName(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) return known;
  if (folded.size >= maxCached) folded.clear();
  const made = foldText(name);
  folded.set(name, made);
  return made;
}
