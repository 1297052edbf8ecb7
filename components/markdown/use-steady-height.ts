import { type RefObject, useLayoutEffect, useState } from "react";

interface Growth {
  readonly isGrowing: boolean;
  /** True: what has grown is still being read, and keeps its height though it has ended. */
  readonly isLast: boolean;
}

/**
 * Keeps the place of a growing text as tall as it ever was, so that nothing jumps when a mark is completed and takes less
 * space than before, nor when the text has ended and a diagram takes the place of its longer source.
 *
 * @param content what is measured
 * @param place what holds it, and is kept tall
 */
export function useSteadyHeight(
  content: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null>,
  { isGrowing, isLast }: Growth,
): void {
  const [hasGrown, setGrown] = useState(isGrowing);
  if (isGrowing && !hasGrown) setGrown(true);
  const isKept = isGrowing || (hasGrown && isLast);
  useLayoutEffect(() => {
    const inner = content.current;
    const outer = place.current;
    if (!isKept || !inner || !outer) return;
    let tallest = 0;
    let width = 0;
    // The height is held before it is lost: a list that is shorter for one layout only has been scrolled up by then.
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width: newWidth, height } = entry.contentRect;
      tallest = newWidth === width ? Math.max(tallest, height) : height;
      width = newWidth;
      outer.style.minBlockSize = `${tallest}px`;
    });
    observer.observe(inner);
    return () => {
      observer.disconnect();
      outer.style.minBlockSize = "";
    };
  }, [content, place, isKept]);
}
