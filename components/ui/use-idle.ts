"use client";
import { startTransition, useEffect, useState } from "react";

/**
 * Returns true once the tab has been idle, to lazy-load what is not needed before. It changes in a transition, so that the
 * tab responds while the deferred components render.
 */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let isGone = false;
    whenIdle(() => {
      if (!isGone) startTransition(() => setIdle(true));
    });
    return () => {
      isGone = true;
    };
  }, []);
  return isIdle;
}

/** Maximum time to wait for an idle callback, in milliseconds: a tab that renders nothing may never get one. */
const maxIdleWaitMs = 1000;

/** Time after a page load before deferred work starts, in milliseconds: first the tab responds to the user. */
const settlingMs = 2500;

/** Calls `run` when the tab is idle, some time after the page load. */
export function whenSettled(run: () => void): void {
  setTimeout(() => whenIdle(run), settlingMs);
}

/** Calls `run` when the tab is idle. */
export function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: maxIdleWaitMs });
  else setTimeout(run, 300);
}
