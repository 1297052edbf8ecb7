"use client";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How many messages are drawn at first, and how many more when the reader comes near the first of them. */
const page = 30;
/** How near the top that is, in pixels. */
const nearTopPx = 1500;

/**
 * Returns how many of the last rows of a list are drawn: a page at first, more as the reader scrolls up, with what is on
 * screen kept in its place.
 */
export function useLastRows(scroller: RefObject<HTMLElement | null>, total: number): number {
  const [shown, setShown] = useState(page);
  const heightBefore = useRef<number | null>(null);

  useEffect(() => {
    const box = scroller.current;
    if (!box || shown >= total) return;
    function onScroll() {
      if (!box || box.scrollTop > nearTopPx || heightBefore.current !== null) return;
      heightBefore.current = box.scrollHeight;
      setShown((count) => count + page);
    }
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => box.removeEventListener("scroll", onScroll);
  }, [scroller, shown, total]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (heightBefore.current !== null) box.scrollTop += box.scrollHeight - heightBefore.current;
    heightBefore.current = null;
    // What does not overflow cannot be scrolled up: a tall window shows more at once.
    if (shown < total && box.scrollHeight <= box.clientHeight) setShown((count) => count + page);
  }, [scroller, shown, total]);

  return Math.min(shown, total);
}
