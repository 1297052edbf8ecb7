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

/**
 * Time for which the first results of a search that opens with the screen are held back while more are found, in
 * milliseconds: most searches end before.
 */
const settleMs = 500;

/** Searches all chats, and updates the results when messages change. */
export function useSearch({ words, filter, most }: Search): Searching {
  const [results, setResults] = useState<SearchResults>();
  const [error, setError] = useState<AppError>();
  const line = useRef<SearchLine>(undefined);
  /** The last results, which may not be shown yet. */
  const held = useRef<SearchResults>(undefined);
  // Operators are resolved with the chats and projects of now.
  const mayHaveOperators = words.includes(":");
  const sessions = useChats((chats) => (mayHaveOperators ? chats.sessions : none));
  const projects = useProjects(({ byId }) => byId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the search reads chats and projects from their stores
  const asked = useMemo(() => searchOf({ words, filter, most }), [words, filter, most, sessions, projects]);
  const isAsked = asked !== undefined;
  const [startsAsked] = useState(isAsked);

  useEffect(() => {
    // The first results would move when others are sorted before them, and when the note that messages are still read
    // disappears. After typing, each result is shown as soon as it is found.
    let isHeld = startsAsked;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function release() {
      isHeld = false;
      setResults(held.current);
    }
    const opened = openSearch({
      onResults(found) {
        held.current = found;
        if (!isHeld) setResults(found);
        else if (!found.isComplete) timer ??= setTimeout(release, settleMs);
        else {
          clearTimeout(timer);
          release();
        }
      },
      onFailure: setError,
    });
    line.current = opened;
    return () => {
      clearTimeout(timer);
      opened.close();
    };
  }, [startsAsked]);
  useEffect(() => {
    setError(undefined);
    if (asked) line.current?.ask(asked);
    else {
      held.current = undefined;
      setResults(undefined);
    }
  }, [asked]);

  return isAsked ? { results, error } : { results: undefined, error: undefined };
}
