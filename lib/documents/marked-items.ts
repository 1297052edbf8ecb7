import { horizontalForms } from "@/lib/documents/vertical-forms";
import { comparedCharacter } from "@/lib/documents/whole-words";

/** A part of a text item: its index, and offsets in its text. */
export interface ItemRange {
  readonly item: number;
  readonly start: number;
  readonly end: number;
}

/** Returns what a character is compared by; nothing for one that is ignored. */
type Compared = (character: string) => string;

/** Without spaces: the reader changes them, and lines of a page end elsewhere. */
const withoutSpaces: Compared = (character) => (/[\s\0]/.test(character) ? "" : horizontalForms(character));

/** Also without hyphens and accents, which the page may have apart from their letters. */
const lettersOnly: Compared = (character) => horizontalForms(comparedCharacter(character));

/**
 * Returns the parts of a page's text items that are a passage of the page's stored text; none if the passage is not on
 * the page. Spaces and line breaks are ignored, and hyphens and accents if it is not found with them.
 */
export function markedItems(items: readonly string[], passage: string): ItemRange[] {
  // The stored text escapes lines that look like page marks.
  const text = passage.replace(/^\\(?=#)/gm, "");
  for (const compared of [withoutSpaces, lettersOnly]) {
    const wanted = significant(text, compared);
    if (wanted === "") return [];
    const start = items
      .map((item) => significant(item, compared))
      .join("")
      .indexOf(wanted);
    if (start >= 0) return partsOf(items, { from: start, to: start + wanted.length }, compared);
  }
  return [];
}

function significant(text: string, compared: Compared): string {
  let found = "";
  // Code units, of which `partsOf` counts the same ones.
  for (let index = 0; index < text.length; index++) found += compared(text.charAt(index));
  return found;
}

/** Returns the parts of items from one significant character to another. */
function partsOf(
  items: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
  compared: Compared,
): ItemRange[] {
  const parts: ItemRange[] = [];
  let seen = 0;
  for (const [item, text] of items.entries()) {
    let start = -1;
    let end = -1;
    for (let index = 0; index < text.length; index++) {
      if (compared(text.charAt(index)) === "") continue;
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
