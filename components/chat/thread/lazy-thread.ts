"use client";
import { preloadMessages } from "@/components/all-words";
import { lazyGroup } from "@/components/lazy-group";

const thread = lazyGroup(() => import("./thread"));

/** The thread. Lazy-loaded with the first messages, because an empty chat does not need it. */
export const LazyThread = thread.component("Thread");

/** Preloads the code that renders a thread. */
export function preloadThread(): void {
  preloadMessages();
  thread.load().catch((error: unknown) => console.warn("Could not load the conversation's code.", error));
}
