"use client";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Focuses the main part of the app after a navigation whose screen took no focus. The link or the field that had it was
 * unmounted. Otherwise keyboards and screen readers would start again at the top of the page.
 */
export function useScreenFocus(): void {
  const pathname = usePathname();
  const previous = useRef(pathname);
  useEffect(() => {
    if (pathname === previous.current) return;
    previous.current = pathname;
    // A screen focuses its own field first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
