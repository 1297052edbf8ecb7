import { keepInPlace } from "@/components/ui/keep-in-place";
import { type Message, textOf } from "@/lib/chat/message";

/** Height of a message without its text, and of a line of text, in pixels, and the characters in a line. */
const frameHeight = 60;
const lineHeight = 24;
const lineChars = 90;

/** Estimates the height of a message before it is rendered, in pixels. */
export function estimatedHeight(message: Message | undefined): number {
  if (!message) return 0;
  const lines = textOf(message).split("\n");
  return frameHeight + lineHeight * lines.reduce((sum, line) => sum + Math.ceil(line.length / lineChars), 0);
}

/** Returns the rendered rows of messages, in order. */
export function messageRows(box: HTMLElement): NodeListOf<HTMLElement> {
  return box.querySelectorAll("article[data-message]");
}

/** Returns the first message of a thread in the viewport. Rows are in order, so half of them are ruled out at a time. */
export function firstVisibleRow(box: HTMLElement): HTMLElement | undefined {
  const top = box.getBoundingClientRect().top;
  const rows = messageRows(box);
  let first = 0;
  let end = rows.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > top + 1) end = middle;
    else first = middle + 1;
  }
  return rows[first];
}

/** Returns the rendered row of a message. */
export function rowOf(box: HTMLElement, messageId: string): HTMLElement | undefined {
  return box.querySelector<HTMLElement>(`article[data-message="${CSS.escape(messageId)}"]`) ?? undefined;
}

/** Default distance from the upper edge to a message that was scrolled to, in pixels. */
const gapPx = 12;

/** Time that a message stays marked after it was scrolled to, in milliseconds. */
const markMs = 1000;

/** Scrolls only the list, never the page, until a rendered message is at a distance from the upper edge. */
export function scrollToRow(box: HTMLElement, row: HTMLElement, offset = gapPx): void {
  box.scrollTop += row.getBoundingClientRect().top - box.getBoundingClientRect().top - offset;
}

/** Keeps a message at its position while content above it changes its height. Returns the function that ends it. */
export function keepRow(box: HTMLElement, row: HTMLElement, offset = gapPx): () => void {
  return keepInPlace(box, () => scrollToRow(box, row, offset));
}

/** Marks a message for a moment after it was scrolled to. */
export function markRow(row: HTMLElement): void {
  row.setAttribute("data-found", "");
  setTimeout(() => row.removeAttribute("data-found"), markMs);
}
