"use client";
import { type RefObject, useEffect } from "react";
import { firstVisibleRow } from "./thread-rows";

/** Distance from the end within which the list follows its end instead, in pixels. */
const nearEndPx = 40;

/**
 * Keeps the text in place when content above it changes its height, such as an image that loads, in browsers without
 * scroll anchoring (Safari before 27; see https://caniuse.com/css-overflow-anchor).
 */
export function useScrollAnchor(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scroller.current;
    if (!box || !content.current || CSS.supports("overflow-anchor", "auto")) return;
    let row: HTMLElement | undefined;
    let top = 0;
    let isAtEnd = true;
    function measure() {
      if (!box) return;
      row = firstVisibleRow(box);
      top = row?.getBoundingClientRect().top ?? 0;
      isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= nearEndPx;
    }
    const observer = new ResizeObserver(() => {
      if (row?.isConnected && !isAtEnd) box.scrollTop += row.getBoundingClientRect().top - top;
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
