import { useSyncExternalStore } from "react";

/** Windows in which a document is beside the chat; the style sheet uses the same number. */
const wide = "(min-width: 1100px)";

/** Returns whether the window has space for a document beside the chat. */
export function useIsWide(): boolean {
  return useSyncExternalStore(listen, isWide, () => false);
}

function isWide(): boolean {
  return matchMedia(wide).matches;
}

function listen(changed: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
