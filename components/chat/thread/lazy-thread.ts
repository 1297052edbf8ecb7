"use client";
import { lazyWithWords, preloadAllWords } from "@/components/all-words";

const loadThread = () => import("./thread");

/** The thread. Lazy-loaded with the first messages, because an empty chat does not need it. */
export const LazyThread = lazyWithWords(() => loadThread().then(({ Thread }) => Thread));

/** Preloads the code that renders a thread. */
export function preloadThread(): void {
  preloadAllWords();
  loadThread().catch((error: unknown) => console.warn("The conversation could not be fetched yet.", error));
}
