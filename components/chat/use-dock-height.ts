"use client";
import { type RefObject, useLayoutEffect } from "react";

/** Publishes the height of the message box's dock, above which toasts stand. */
export function useDockHeight(dock: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = dock.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--dock-h", `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--dock-h");
    };
  }, [dock]);
}
