"use client";
import { type RefObject, useEffect, useRef } from "react";
import { messageRows } from "./thread-rows";

/** Distance from the viewport beyond which a message is distant, in pixels: more than a fast scroll moves in a frame. */
const marginPx = 1500;

/**
 * Marks the messages far outside the viewport with `data-distant`. The browser skips their content when it styles, lays
 * out and paints; the CSS gives them the height that they had.
 *
 * @param shown changes whenever messages are rendered or removed
 */
export function useDistantRows(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  shown: string,
): void {
  const observer = useRef<IntersectionObserver | undefined>(undefined);
  useEffect(() => {
    observer.current = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          // A growing reply must reach its full height, which the list may follow.
          const isGrowing = target.getAttribute("aria-busy") === "true";
          target.toggleAttribute("data-distant", !isIntersecting && !isGrowing);
        }
      },
      { root: scroller.current, rootMargin: `${marginPx}px 0px` },
    );
    return () => observer.current?.disconnect();
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` says when there are other rows
  useEffect(() => {
    if (!content.current) return;
    for (const row of messageRows(content.current)) observer.current?.observe(row);
  }, [content, shown]);
}
