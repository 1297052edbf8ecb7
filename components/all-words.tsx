"use client";
import { useLocale } from "@/store/base/locale";

/** Preloads the messages beyond the first screen. */
export function preloadMessages(): void {
  useLocale
    .getState()
    .loadAll()
    .catch((error: unknown) => console.warn("Could not load the messages.", error));
}
