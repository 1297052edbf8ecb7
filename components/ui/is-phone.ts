"use client";
import { useSyncExternalStore } from "react";

/** Maximum width of a phone's window; the style sheets use the same number. */
const phone = watched("(max-width: 600px)");
/** Maximum width of a window whose messages have no gutter; the style sheets use the same number. */
const narrow = watched("(max-width: 760px)");

/** Whether the window is currently as narrow as a phone's. */
export function isPhone(): boolean {
  return phone.matches();
}

/** Returns whether the window is as narrow as a phone's, and subscribes to changes; false on the server. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.listen, phone.matches, () => false);
}

/** Returns whether the message column is narrow, and subscribes to changes; false on the server. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(narrow.listen, narrow.matches, () => false);
}

/**
 * Creates a media query on first use and caches its result. Each message asks at each render, and the browser would
 * recalculate the styles of the whole page before it answers.
 */
function watched(media: string) {
  let made: MediaQueryList | undefined;
  let isMatching = false;
  function query() {
    if (made) return made;
    const asked = window.matchMedia(media);
    const note = () => {
      isMatching = asked.matches;
    };
    note();
    asked.addEventListener("change", note);
    made = asked;
    return asked;
  }
  return {
    matches: () => query() && isMatching,
    listen(changed: () => void): () => void {
      query().addEventListener("change", changed);
      return () => query().removeEventListener("change", changed);
    },
  };
}
