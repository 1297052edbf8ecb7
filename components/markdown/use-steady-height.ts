import { type RefObject, useLayoutEffect } from "react";

/**
 * Keeps the place of a growing text as tall as it ever was, so that what stands below does not jump up when a mark is
 * completed and takes less space than before.
 *
 * @param content what is measured
 * @param place what holds it, and is kept tall
 */
export function useSteadyHeight(
  content: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null>,
  isGrowing: boolean,
): void {
  useLayoutEffect(() => {
    const inner = content.current;
    const outer = place.current;
    if (!isGrowing || !inner || !outer) return;
    let tallest = 0;
    let width = 0;
    // After the layout and before it is painted: the shorter state is never seen.
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width: newWidth, height } = entry.contentRect;
      if (newWidth !== width) tallest = 0;
      width = newWidth;
      outer.style.minBlockSize = height < tallest ? `${tallest}px` : "";
      tallest = Math.max(tallest, height);
    });
    observer.observe(inner);
    return () => {
      observer.disconnect();
      outer.style.minBlockSize = "";
    };
  }, [content, place, isGrowing]);
}
