"use client";
import { lazyWithWords, preloadAllWords } from "@/components/all-words";

const loadThread = () => import("./thread");

/** The conversation: its code is loaded with the first messages, since an empty chat can be written in without it. */
export const LaterThread = lazyWithWords(() => loadThread().then(({ Thread }) => Thread));

/** Fetches what draws a conversation ahead of its first use. */
export function preloadThread(): void {
  preloadAllWords();
  loadThread().catch((error: unknown) => console.warn("The conversation could not be fetched yet.", error));
}
