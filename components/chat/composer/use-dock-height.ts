"use client";
import { type RefObject, useLayoutEffect } from "react";
import { useUi } from "@/store/base/ui";

/** Reports the height of the message box's dock, above which toasts are shown. */
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
