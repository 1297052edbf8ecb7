"use client";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Number of messages rendered at first, and added each time the top is near. */
const page = 30;
/** Distance from the top that counts as near, in pixels. */
const nearTopPx = 1500;

/**
 * Returns how many of the last rows of a list to render: one page at first, more as the user scrolls up. The scroll
 * position is preserved.
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
    // A list that does not overflow cannot be scrolled up, so a tall window renders more at once.
    if (shown < total && box.scrollHeight <= box.clientHeight) setShown((count) => count + page);
  }, [scroller, shown, total]);

  return Math.min(shown, total);
}
