import { foldText } from "@/lib/chat/fold-text";

/** What is named, and may be found by further words. */
interface Named {
  readonly label: string;
  readonly keywords?: string | undefined;
}

/** Answers the things that hold all words of a query: those first whose name begins with it, then by its place. */
export function matchingRows<T extends Named>(rows: readonly T[], query: string): T[] {
  const wanted = foldText(query).trim();
  const words = wanted.split(" ").filter(Boolean);
  return rows
    .flatMap((row) => {
      const label = foldText(row.label);
      const all = `${label}\n${foldText(row.keywords ?? "")}`;
      if (!words.every((word) => all.includes(word))) return [];
      const place = label.indexOf(wanted);
      return [{ row, distance: place === -1 ? label.length : place }];
    })
    .sort((one, other) => one.distance - other.distance)
    .map(({ row }) => row);
}
