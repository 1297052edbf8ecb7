import { foldText } from "@/lib/chat/fold-text";

/** An item with a name and optional further keywords. */
interface Named {
  readonly label: string;
  readonly keywords?: string | undefined;
}

/**
 * Returns the items that contain all words of a query: exact matches first, then by the position of the match in the
 * name.
 */
export function matchingRows<T extends Named>(rows: readonly T[], query: string): T[] {
  const wanted = foldText(query).trim();
  if (wanted === "") return [...rows];
  const words = wanted.split(" ").filter(Boolean);
  return rows
    .flatMap((row) => {
      const label = foldedName(row.label);
      const all = row.keywords ? `${label}\n${foldedName(row.keywords)}` : label;
      if (!words.every((word) => all.includes(word))) return [];
      return [{ row, distance: distanceOf(label, wanted) }];
    })
    .sort((one, other) => one.distance - other.distance)
    .map(({ row }) => row);
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
