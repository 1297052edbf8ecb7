"use client";
import { useEffect, useRef, useState } from "react";
import type { AppError } from "@/lib/errors";
import { openSearch, type Search, type SearchLine, type SearchResults } from "@/store/search/search";

interface Searching {
  /** The last results, possibly of the previous query; undefined before the first ones and without a query. */
  readonly results: SearchResults | undefined;
  readonly error: AppError | undefined;
}

/** Searches all chats, and updates the results when messages change. */
export function useSearch({ words, filter, most }: Search): Searching {
  const [results, setResults] = useState<SearchResults>();
  const [error, setError] = useState<AppError>();
  const line = useRef<SearchLine>(undefined);
  const isAsked = words.trim() !== "";

  useEffect(() => {
    const opened = openSearch({ onResults: setResults, onFailure: setError });
    line.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => {
    setError(undefined);
    if (isAsked) line.current?.ask({ words, filter, most });
    else setResults(undefined);
  }, [isAsked, words, filter, most]);

  return isAsked ? { results, error } : { results: undefined, error: undefined };
}
