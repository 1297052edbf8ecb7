import { keepInPlace } from "@/components/ui/keep-in-place";

/** Returns the first message of a thread in the viewport. */
export function firstVisibleRow(box: HTMLElement): HTMLElement | undefined {
  const top = box.getBoundingClientRect().top;
  return rowsIn(box).find((row) => row.getBoundingClientRect().bottom > top + 1);
}

/** Returns the rendered row of a message. */
export function rowOf(box: HTMLElement, messageId: string): HTMLElement | undefined {
  return rowsIn(box).find((row) => row.dataset.message === messageId);
}

function rowsIn(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>("article[data-message]")];
}

/** Distance from the upper edge to a message that was scrolled to, in pixels. */
const gapPx = 12;

/** Time that a message stays marked after it was scrolled to, in milliseconds. */
const markMs = 1000;

/** Scrolls only the list, never the page, to a rendered message. */
export function scrollToRow(box: HTMLElement, row: HTMLElement): void {
  box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - gapPx;
}

/**
 * Keeps a message at its position while rows above it get their real heights, which are estimated until they come near
 * the viewport. Returns the function that ends it.
 */
export function keepRow(box: HTMLElement, row: HTMLElement): () => void {
  return keepInPlace(box, () => scrollToRow(box, row));
}

/** Marks a message for a moment after it was scrolled to. */
export function markRow(row: HTMLElement): void {
  row.setAttribute("data-found", "");
  setTimeout(() => row.removeAttribute("data-found"), markMs);
}
