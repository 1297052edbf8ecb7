"use client";
import { type RefObject, useLayoutEffect } from "react";
import { useUi } from "@/store/base/ui";

/** Tells how high the message box's dock is, above which toasts stand. */
export function useDockHeight(dock: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = dock.current;
    if (!element) return;
    const { setDockHeight } = useUi.getState();
    const observer = new ResizeObserver(() => setDockHeight(element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      setDockHeight(undefined);
    };
  }, [dock]);
}
