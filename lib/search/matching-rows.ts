import { foldText } from "@/lib/chat/fold-text";

/** What is named, and may be found by further words. */
interface Named {
  readonly label: string;
  readonly keywords?: string | undefined;
}

/** Returns the things that hold all words of a query: what is called just so, whose name begins with it, then by its place. */
export function matchingRows<T extends Named>(rows: readonly T[], query: string): T[] {
  const wanted = foldText(query).trim();
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

/** How many folded names are kept: a list of ten thousand is looked through with every key. */
const mostKept = 50_000;
const folded = new Map<string, string>();

function foldedName(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) return known;
  if (folded.size >= mostKept) folded.clear();
  const made = foldText(name);
  folded.set(name, made);
  return made;
}
