"use client";
import { type RefObject, useEffect } from "react";
import { firstVisibleRow } from "./thread-rows";

/**
 * Keeps the text in place when content above it changes its height, such as an image that loads, in browsers without
 * scroll anchoring (Safari before 27; see https://caniuse.com/css-overflow-anchor). A list that follows its end
 * (`useStickToBottom`) is left to that.
 */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current || CSS.supports("overflow-anchor", "auto")) return;
    let row: HTMLElement | undefined;
    let top = 0;
    function measure() {
      if (!box) return;
      row = firstVisibleRow(box);
      top = row?.getBoundingClientRect().top ?? 0;
    }
    const observer = new ResizeObserver(() => {
      const isFollowing = box.hasAttribute("data-following");
      if (row?.isConnected && !isFollowing) box.scrollTop += row.getBoundingClientRect().top - top;
      measure();
    });
    observer.observe(content.current);
    box.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", measure);
    };
  }, [scroller, content]);
}
