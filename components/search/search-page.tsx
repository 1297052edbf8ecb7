"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const SearchScreen = lazyWithWords(async () => (await import("./search-screen")).SearchScreen);

/** The search over all chats. Its code and messages are lazy-loaded. */
export function SearchPage() {
  return (
    <Suspense>
      <SearchScreen />
    </Suspense>
  );
}
