"use client";
import { useEffect, useRef, useState } from "react";
import type { AppError } from "@/lib/errors";
import { openSearch, type Search, type SearchLine, type SearchResults } from "@/store/search/search";

interface Searching {
  /** What was found last, perhaps for the words of a moment ago; nothing before the first answer and without words. */
  readonly results: SearchResults | undefined;
  readonly error: AppError | undefined;
}

/** Looks for words in all chats, and follows what is found while messages come and go. */
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
