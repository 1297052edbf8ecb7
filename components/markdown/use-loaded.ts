import { useCallback, useSyncExternalStore } from "react";
import type { Loader } from "./load-once";

/** Returns what a loader has loaded, and null until then; every mount tries again what has failed. */
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
