import { horizontalForms } from "@/lib/documents/vertical-forms";
import { comparedCharacter } from "@/lib/documents/whole-words";

/** A part of a text item: its index, and offsets in its text. */
export interface ItemRange {
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the parts of a page's text items that are a passage of the page's stored text; none if the passage is not on
 * the page. Spaces, line breaks, hyphens and accents are ignored, because the stored text has them elsewhere.
 */
export function markedItems(items: readonly string[], passage: string): ItemRange[] {
  // The stored text escapes lines that look like page marks.
  const wanted = significant(passage.replace(/^\\(?=#)/gm, ""));
  if (wanted === "") return [];
  const start = items.map(significant).join("").indexOf(wanted);
  return start < 0 ? [] : partsOf(items, start, start + wanted.length);
}

function significant(text: string): string {
  let compared = "";
  // Code units, of which `partsOf` counts the same ones.
  for (let index = 0; index < text.length; index++) compared += comparedCharacter(text.charAt(index));
  return horizontalForms(compared);
}

/** Returns the parts of items from one significant character to another. */
function partsOf(items: readonly string[], from: number, to: number): ItemRange[] {
  const parts: ItemRange[] = [];
  let seen = 0;
  for (const [item, text] of items.entries()) {
    let start = -1;
    let end = -1;
    for (let index = 0; index < text.length; index++) {
      if (comparedCharacter(text.charAt(index)) === "") continue;
      if (seen >= from && seen < to) {
        if (start < 0) start = index;
        end = index + 1;
      }
      seen++;
    }
    if (start >= 0) parts.push({ item, start, end });
    if (seen >= to) break;
  }
  return parts;
}
