import { useCallback, useSyncExternalStore } from "react";
import type { Loader } from "./load-once";

/** Returns the result of a loader, or null until it has loaded. Each mount retries after a failure. */
export function useLoaded<T>(loader: Loader<T> | null): T | null {
  const subscribe = useCallback(
    (changed: () => void) => {
      let isCurrent = true;
      void loader?.load().then(() => isCurrent && changed());
      return () => {
        isCurrent = false;
      };
    },
    [loader],
  );
  return useSyncExternalStore(
    subscribe,
    () => loader?.loaded() ?? null,
    () => null,
  );
}
