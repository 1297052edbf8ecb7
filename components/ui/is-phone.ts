"use client";
import { useSyncExternalStore } from "react";

/** The widest window that counts as a phone; the style sheets carry the same number. */
const phone = "(max-width: 600px)";

/** Answers whether the window is as narrow as a phone's at this moment. */
export function isPhone(): boolean {
  return window.matchMedia(phone).matches;
}

/** Follows whether the window is as narrow as a phone's; false on the server. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(listen, isPhone, () => false);
}

function listen(changed: () => void): () => void {
  const query = window.matchMedia(phone);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
