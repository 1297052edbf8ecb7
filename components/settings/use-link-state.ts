"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { isUnused, isWithdrawn, type MadeLink, partingWithdrawal, withdrawLink } from "@/store/sync/made-links";

/** Time between two checks whether the link was used, in milliseconds. */
const checkMs = 4_000;
/** Timeout of a check, in milliseconds. */
const checkEndMs = 15_000;
/** Number of checks in a row that find no invitation before it counts as used: a host may err for a moment. */
const missesUntilUsed = 3;

/** Timeout of the deletion when the dialog closes, in milliseconds. */
const withdrawalMs = 8_000;

/**
 * Whether a link can be used, was used by another device, has expired, or was deleted by this device; or whether its
 * deletion is under way or has failed.
 */
export type LinkState = "waiting" | "used" | "expired" | "ended" | "withdrawing" | "undeleted";

/**
 * Returns the state of a link. Its invitation is deleted at its expiry, when the dialog closes, and when the page is
 * left.
 */
export function useLinkState(made: MadeLink, onClosed: () => void) {
  const [state, setState] = useState<LinkState>("waiting");

  const stopWatching = useRef(() => {});
  const isOpen = useRef(true);

  const finishLeaving = useEffectEvent(() => void finish(() => setState("ended")));

  useEffect(() => {
    isOpen.current = true;
    const stop = watchLink(made, setState);
    stopWatching.current = stop;
    const stay = withdrawOnLeave(
      made,
      () => {
        stop();
        setState("withdrawing");
      },
      // The browser may not have sent the deletion.
      finishLeaving,
    );
    return () => {
      isOpen.current = false;
      stop();
      stay();
      // In development, React mounts a component twice.
      setTimeout(() => {
        if (!isOpen.current) void withdrawLink(made);
      });
    };
  }, [made]);

  async function finish(onDeleted: () => void) {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), withdrawalMs);
    const isDeleted = await withdrawLink(made, limit.signal);
    clearTimeout(timer);
    if (!isOpen.current) return;
    if (isDeleted) onDeleted();
    else setState("undeleted");
  }

  function withdraw() {
    // A deletion whose response is lost must not look like a use.
    stopWatching.current();
    setState("withdrawing");
    void finish(onClosed);
  }

  return {
    state,
    /** Deletes the invitation, and closes then. */
    withdraw,
    /** Closes at once unless the link can still be used. */
    close() {
      if (state === "waiting") withdraw();
      else onClosed();
    },
  };
}

/**
 * Deletes an invitation when the page is left, as far as the browser still sends it. `onReturned` is called when the
 * page comes back from the cache for Back and Forward. Returns how to stop this.
 */
function withdrawOnLeave(made: MadeLink, onLeft: () => void, onReturned: () => void): () => void {
  let withdraw: (() => void) | undefined;
  partingWithdrawal(made).then(
    (ready) => {
      withdraw = ready;
    },
    // A later sync deletes it.
    () => {},
  );
  function leave() {
    withdraw?.();
    onLeft();
  }
  function comeBack({ persisted }: PageTransitionEvent) {
    if (persisted) onReturned();
  }
  addEventListener("pagehide", leave);
  addEventListener("pageshow", comeBack);
  return () => {
    removeEventListener("pagehide", leave);
    removeEventListener("pageshow", comeBack);
  };
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
