"use client";
import { useSyncExternalStore } from "react";

/** The widest window that counts as a phone; the style sheets carry the same number. */
const phone = watched("(max-width: 600px)");
/** The widest window whose messages have no margin for what hangs beside them; the style sheets carry it, too. */
const narrow = watched("(max-width: 760px)");

/** Whether the window is as narrow as a phone's at this moment. */
export function isPhone(): boolean {
  return phone.matches();
}

/** Follows whether the window is as narrow as a phone's; false on the server. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(phone.listen, phone.matches, () => false);
}

/** Follows whether the column of messages is narrow; false on the server. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(narrow.listen, narrow.matches, () => false);
}

/**
 * A media query that is made once, when it is first asked, and remembers its answer: each message of a thread asks each
 * time that it is drawn, and the browser brings the styles of the whole page up to date before it says whether one
 * matches.
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
