"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";

const SearchScreen = lazyGroup(() => import("./search-screen")).component("SearchScreen");

/** The search over all chats. Its code and messages are lazy-loaded. */
export function SearchPage() {
  return (
    <Suspense>
      <SearchScreen />
    </Suspense>
  );
}
