import { keepInPlace } from "@/components/ui/keep-in-place";

/** Returns the first message of a thread that is in sight. */
export function firstVisibleRow(box: HTMLElement): HTMLElement | undefined {
  const top = box.getBoundingClientRect().top;
  return rowsIn(box).find((row) => row.getBoundingClientRect().bottom > top + 1);
}

/** Returns the drawn row of a message. */
export function rowOf(box: HTMLElement, messageId: string): HTMLElement | undefined {
  return rowsIn(box).find((row) => row.dataset.message === messageId);
}

function rowsIn(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>("article[data-message]")];
}

/** How far below the upper edge a message stands that was gone to, in pixels. */
const gapPx = 12;

/** How long a message that was gone to is marked, in milliseconds. */
const markMs = 1000;

/** Scrolls the list, never the page, to a drawn message. */
export function scrollToRow(box: HTMLElement, row: HTMLElement): void {
  box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - gapPx;
}

/**
 * Keeps a message where it was scrolled to while those above it get their heights, for these are guessed until they come
 * near the screen. Returns how to end it.
 */
export function keepRow(box: HTMLElement, row: HTMLElement): () => void {
  return keepInPlace(box, () => scrollToRow(box, row));
}

/** Marks a message that was gone to, for a moment. */
export function markRow(row: HTMLElement): void {
  row.setAttribute("data-found", "");
  setTimeout(() => row.removeAttribute("data-found"), markMs);
}
