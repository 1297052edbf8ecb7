"use client";
import { Suspense } from "react";
import { lazyWithWords } from "@/components/all-words";

const SearchScreen = lazyWithWords(async () => (await import("./search-screen")).SearchScreen);

/** The search over all chats; its code and words are loaded when it is opened. */
export function SearchPage() {
  return (
    <Suspense>
      <SearchScreen />
    </Suspense>
  );
}
