/** Answers the first message of a thread that is in sight. */
export function firstInSight(box: HTMLElement): HTMLElement | undefined {
  const top = box.getBoundingClientRect().top;
  return rowsIn(box).find((row) => row.getBoundingClientRect().bottom > top + 1);
}

/** Answers the drawn row of a message. */
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

/** How long a message that was gone to is kept in its place, in milliseconds: by then what is drawn has its heights. */
const keepMs = 1000;

/** What the reader does to go elsewhere. */
const leavings = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Keeps a message where it was scrolled to while those above it get their heights, for these are guessed until they come
 * near the screen. Answers how to end it; the reader's hand ends it, too.
 */
export function keepRow(box: HTMLElement, row: HTMLElement): () => void {
  const observer = new ResizeObserver(() => scrollToRow(box, row));
  if (box.firstElementChild) observer.observe(box.firstElementChild);
  const timer = setTimeout(end, keepMs);
  for (const leaving of leavings) box.addEventListener(leaving, end, { passive: true });
  function end() {
    clearTimeout(timer);
    observer.disconnect();
    for (const leaving of leavings) box.removeEventListener(leaving, end);
  }
  return end;
}

/** Marks a message that was gone to, for a moment. */
export function markRow(row: HTMLElement): void {
  row.setAttribute("data-found", "");
  setTimeout(() => row.removeAttribute("data-found"), markMs);
}
