"use client";
import { type RefObject, useEffect, useState } from "react";

/** How far below the upper edge a section must have come to be the one that is read, in pixels. */
const readingLine = 96;

/** Follows which of the sections, by their ids, is read in a part of the page that scrolls. */
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
    return () => {
      cancelAnimationFrame(frame);
      node.removeEventListener("scroll", onScroll);
    };
  }, [scroller, ids]);
  return current;
}

/** At the end the last sections never come up to the line: there the one that was asked for counts, or else the last. */
function visibleSection(scroller: HTMLElement, ids: readonly string[]): string | undefined {
  const { top, bottom } = scroller.getBoundingClientRect();
  const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
  if (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1)
    return ids.findLast((id) => topOf(id) <= top + readingLine) ?? ids[0];
  const asked = location.hash.slice(1);
  return ids.includes(asked) && topOf(asked) < bottom ? asked : ids.at(-1);
}
