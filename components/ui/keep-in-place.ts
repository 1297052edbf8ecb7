/** How long something that was gone to is kept in its place, in milliseconds: by then what is drawn has its heights. */
const keepMs = 1000;

/** What the reader does to go elsewhere. */
const leavings = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Scrolls a box anew whenever what is in it changes its height, for a while, so that what was gone to stays in its place.
 * Returns how to end it; the reader's hand ends it, too.
 */
export function keepInPlace(box: HTMLElement, scroll: () => void): () => void {
  const observer = new ResizeObserver(scroll);
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
