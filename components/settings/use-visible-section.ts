"use client";
import { type RefObject, useEffect, useState } from "react";

/** Distance from the upper edge within which a section counts as current, in pixels. */
const readingLine = 96;

/** Returns the id of the section that is currently read in a scrolling element. */
export function useVisibleSection(scroller: RefObject<HTMLElement | null>, ids: readonly string[]): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  useEffect(() => {
    const node = scroller.current;
    if (!node) return;
    let frame = 0;
    const look = () => setCurrent(visibleSection(node, ids));
    function onScroll() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    }
    node.addEventListener("scroll", onScroll, { passive: true });
    // A search hides sections without a scroll event.
    const resized = new ResizeObserver(onScroll);
    if (node.firstElementChild) resized.observe(node.firstElementChild);
    return () => {
      cancelAnimationFrame(frame);
      resized.disconnect();
      node.removeEventListener("scroll", onScroll);
    };
  }, [scroller, ids]);
  return current;
}

/**
 * Returns the current section. At the end the last sections never reach the line, so there it is the one that was
 * navigated to, or the last. If all fit, it is the first. Sections that a search hides do not count.
 */
function visibleSection(scroller: HTMLElement, all: readonly string[]): string | undefined {
  const { top, bottom } = scroller.getBoundingClientRect();
  const ids = all.filter((id) => document.getElementById(id)?.getClientRects().length);
  const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  if (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1)
    return ids.findLast((id) => topOf(id) <= top + readingLine) ?? ids[0];
  if (scroller.scrollTop === 0) return ids[0];
  const asked = location.hash.slice(1);
  return ids.includes(asked) && topOf(asked) < bottom ? asked : ids.at(-1);
}
