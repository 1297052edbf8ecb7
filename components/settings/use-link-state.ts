"use client";
import { useEffect, useState } from "react";
import { isUnused, isWithdrawn, type MadeLink, withdrawLink } from "@/store/sync/made-links";

/** Time between two checks whether the link was used, in milliseconds. */
const checkMs = 4_000;
/** Timeout of a check, in milliseconds. */
const checkEndMs = 15_000;
/** Number of checks in a row that find no invitation before it counts as used: a host may err for a moment. */
const missesUntilUsed = 3;

/** Whether a link can be used, was used by another device, has expired, or was deleted by this device. */
export type LinkState = "waiting" | "used" | "expired" | "ended";

/** Returns the state of a link, and deletes its invitation at its expiry and when the dialog closes. */
export function useLinkState(made: MadeLink): LinkState {
  const [state, setState] = useState<LinkState>("waiting");

  useEffect(() => {
    const stop = watchLink(made, setState);
    return () => {
      stop();
      void withdrawLink(made);
    };
  }, [made]);

  return state;
}

/** Reports once how a link has ended. Returns the function that stops this. */
function watchLink(made: MadeLink, onEnd: (reached: LinkState) => void): () => void {
  const watching = new AbortController();
  const expiry = setTimeout(() => end("expired"), made.expires - Date.now());
  let next = setTimeout(check, checkMs);
  let misses = 0;

  async function check() {
    const checking = new AbortController();
    const stop = () => checking.abort();
    const limit = setTimeout(stop, checkEndMs);
    watching.signal.addEventListener("abort", stop);
    try {
      misses = (await isUnused(made, checking.signal)) ? 0 : misses + 1;
      if (misses >= missesUntilUsed) return end((await isWithdrawn(made)) ? "ended" : "used");
    } catch {
      // The next check may reach the location.
    } finally {
      clearTimeout(limit);
      watching.signal.removeEventListener("abort", stop);
    }
    if (watching.signal.aborted) return;
    // The timer of the expiry may be late in a tab that was asleep.
    if (Date.now() >= made.expires) return end("expired");
    next = setTimeout(check, checkMs);
  }

  function end(reached: LinkState) {
    if (watching.signal.aborted) return;
    stop();
    onEnd(reached);
    void withdrawLink(made);
  }

  function stop() {
    watching.abort();
    clearTimeout(expiry);
    clearTimeout(next);
  }

  return stop;
}
