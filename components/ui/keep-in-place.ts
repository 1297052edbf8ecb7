/** Time that a scroll target is held in position, in milliseconds: by then the content has its final heights. */
const keepMs = 1000;

/** Events by which the user scrolls elsewhere. */
const leavings = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Repeats a scroll for a while whenever the content changes its height, so that the target keeps its position. Returns
 * the function that ends it; user input ends it, too.
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
