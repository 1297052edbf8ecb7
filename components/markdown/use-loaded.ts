import { startTransition, useEffect, useReducer } from "react";
import type { Loader } from "./load-once";

/**
 * Returns the result of a loader, or null until it has loaded. Each mount retries after a failure. What depends on it
 * renders in a transition: all the code of a chat waits for the same highlighter.
 */
export function useLoaded<T>(loader: Loader<T> | null): T | null {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const loaded = loader?.loaded() ?? null;
  useEffect(() => {
    if (!loader || loaded !== null) return;
    let isCurrent = true;
    void loader.load().then((value) => {
      if (isCurrent && value !== null) startTransition(renderAgain);
    });
    return () => {
      isCurrent = false;
    };
  }, [loader, loaded]);
  return loaded;
}
