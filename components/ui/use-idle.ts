"use client";
import { useEffect, useState } from "react";

/** Tells when the page has nothing better to do for the first time: what is not needed before is loaded then. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isGone = false;
    whenIdle(() => !isGone && setIdle(true));
    return () => {
      isGone = true;
    };
  }, []);
  return isIdle;
}

/** Calls back when the page has nothing better to do. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run);
  else setTimeout(run, 300);
}
