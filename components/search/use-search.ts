"use client";
import { useEffect, useMemo, useRef, useState } from "react";
import type { AppError } from "@/lib/errors";
import { useChats } from "@/store/chats/chats";
import { openSearch, type Search, type SearchLine, type SearchResults } from "@/store/search/search";
import { useProjects } from "@/store/settings/projects";
import { searchOf } from "./search-of";

const none: readonly unknown[] = [];

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
  // Operators are resolved with the chats and projects of now.
  const mayHaveOperators = words.includes(":");
  const sessions = useChats((chats) => (mayHaveOperators ? chats.sessions : none));
  const projects = useProjects(({ byId }) => byId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search reads chats and projects from their stores
  const asked = useMemo(() => searchOf({ words, filter, most }), [words, filter, most, sessions, projects]);
  const isAsked = asked !== undefined;

  useEffect(() => {
    const opened = openSearch({ onResults: setResults, onFailure: setError });
    line.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => {
    setError(undefined);
    if (asked) line.current?.ask(asked);
    else setResults(undefined);
  }, [asked]);

  return isAsked ? { results, error } : { results: undefined, error: undefined };
}
