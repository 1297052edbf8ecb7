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

/** A page that draws nothing any more may never be told that it is idle, so it waits no longer than this, in milliseconds. */
const longestWait = 1000;

/** How long after a page is up what is needed later is left alone, in milliseconds: first it answers whoever came. */
const settlingMs = 2500;

/** Calls back when the page has nothing better to do, once it has been up for a while. */
export function whenSettled(run: () => void): void {
  setTimeout(() => whenIdle(run), settlingMs);
}

/** Calls back when the page has nothing better to do. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: longestWait });
  else setTimeout(run, 300);
}
