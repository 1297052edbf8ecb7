/** Time that a scroll target is held in position, in milliseconds: by then the content has its final heights. */
const holdMs = 1000;

/** Events by which the user scrolls elsewhere. */
const userScrollEvents = ["wheel", "pointerdown", "keydown"] as const;

/**
 * Repeats a scroll for a while whenever the content changes its height, so that the target keeps its position. Returns
 * the function that ends it; user input ends it, too.
 */
export function keepInPlace(box: HTMLElement, scroll: () => void): () => void {
  const observer = new ResizeObserver(scroll);
  if (box.firstElementChild) observer.observe(box.firstElementChild);
  const timer = setTimeout(end, holdMs);
  for (const leaving of userScrollEvents) box.addEventListener(leaving, end, { passive: true });
  function end() {
    clearTimeout(timer);
    observer.disconnect();
    for (const leaving of userScrollEvents) box.removeEventListener(leaving, end);
  }
  return end;
}
