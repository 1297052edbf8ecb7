import type { KeyboardEvent } from "react";
import type { Branch } from "@/lib/chat/branch-tree";
import { foldText } from "@/lib/chat/fold-text";

/** Number of rows that Page Up and Page Down pass. */
const page = 10;

/**
 * Returns the row that a key leads to, by the keyboard pattern of trees; undefined for another key. Left leads to the
 * branch that a branch forks off from, right to the first one that forks off from it.
 */
export function rowAfterKey(
  { key }: Pick<KeyboardEvent, "key">,
  active: number,
  branches: readonly Branch[],
  isRightToLeft: boolean,
): number | undefined {
  const last = branches.length - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(active + 1, last);
    case "ArrowUp":
      return Math.max(active - 1, 0);
    case "PageDown":
      return Math.min(active + page, last);
    case "PageUp":
      return Math.max(active - page, 0);
    case "Home":
      return 0;
    case "End":
      return last;
    case "ArrowLeft":
    case "ArrowRight":
      if ((key === "ArrowLeft") !== isRightToLeft) return branches[active]?.parent ?? active;
      return branches[active + 1]?.parent === active ? active + 1 : active;
    default:
      return undefined;
  }
}

/** Returns the next row after the active one whose title begins with a typed character, if a row does. */
export function rowByLetter(
  { key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
  active: number,
  branches: readonly Branch[],
  titleOf: (branch: Branch) => string,
): number | undefined {
  if ([...key].length !== 1 || key === " " || ctrlKey || metaKey || altKey) return undefined;
  const wanted = foldText(key);
  for (let step = 1; step <= branches.length; step++) {
    const index = (active + step) % branches.length;
    const branch = branches[index];
    if (branch && foldText(titleOf(branch)).startsWith(wanted)) return index;
  }
  return undefined;
}
