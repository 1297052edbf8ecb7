import { useSyncExternalStore } from "react";
import { useTurns } from "@/store/turns/turns";

function onChange(run: () => void): () => void {
  addEventListener("online", run);
  addEventListener("offline", run);
  return () => {
    removeEventListener("online", run);
    removeEventListener("offline", run);
  };
}

/** Whether this device has a network, as far as its browser knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  );
}

/** Sends what waits for a network each time that there is one again; returns what ends it. */
export function sendWhenOnline(): () => void {
  return onChange(() => {
    if (navigator.onLine) useTurns.getState().sendDelayed();
  });
}
