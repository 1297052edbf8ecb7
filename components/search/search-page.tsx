"use client";
import { Suspense } from "react";
import { lazyGroup } from "@/components/lazy-group";
import { useScreenTitle } from "@/components/shell/use-screen-title";

const SearchScreen = lazyGroup(() => import("./search-screen")).component("SearchScreen");

/** The search over all chats. Its code and messages are lazy-loaded. */
export function SearchPage() {
  useScreenTitle("search.title");
  return (
    <Suspense>
      <SearchScreen />
    </Suspense>
  );
}
