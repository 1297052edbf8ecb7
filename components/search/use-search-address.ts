"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { screenAddress } from "@/lib/platform/build-info";
import { readAddress, type SearchAddress, searchHref } from "./search-address";

/** Pause before the URL is updated, in milliseconds: browsers limit how often it may change. */
const restMs = 400;

/**
 * Returns the search of the screen, and its setter. The URL follows without new history entries, and restores the
 * search.
 */
export function useSearchAddress(): [SearchAddress, (change: Partial<SearchAddress>) => void] {
  const parameters = useSearchParams();
  const [address, setAddress] = useState(() => readAddress(parameters));
  const written = useRef(searchHref(address));

  // A link may lead from one search to another.
  useEffect(() => {
    const asked = readAddress(parameters);
    if (searchHref(asked) === written.current) return;
    written.current = searchHref(asked);
    setAddress(asked);
  }, [parameters]);

  useEffect(() => {
    const href = searchHref(address);
    if (href === written.current) return;
    const timer = setTimeout(() => {
      written.current = href;
      history.replaceState(null, "", screenAddress(href));
    }, restMs);
    return () => clearTimeout(timer);
  }, [address]);

  return [
    address,
    useCallback((change: Partial<SearchAddress>) => setAddress((before) => ({ ...before, ...change })), []),
  ];
}
