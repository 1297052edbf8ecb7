"use client";
import { useEffect, useRef, useState } from "react";

/** Follows a value: at once after a pause, and when it has changed soon again, once it has rested for so long. */
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
