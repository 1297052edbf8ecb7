"use client";
import { useEffect, useRef, useState } from "react";

/**
 * Returns a debounced value: the first change after a pause applies at once, later ones when the value has been stable
 * for `restMs`.
 */
export function useDebounced<T>(value: T, restMs: number): T {
  const [followed, setFollowed] = useState(value);
  const changedAt = useRef(0);
  useEffect(() => {
    const hasRested = performance.now() - changedAt.current >= restMs;
    changedAt.current = performance.now();
    if (hasRested) return setFollowed(value);
    const timer = setTimeout(() => setFollowed(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return followed;
}
