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

/** Returns whether the browser reports a network connection. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    onChange,
    () => navigator.onLine,
    () => true,
  );
}

/** Sends waiting messages whenever the device comes online. Returns the function that unsubscribes. */
export function sendWhenOnline(): () => void {
  return onChange(() => {
    if (navigator.onLine) useTurns.getState().sendDelayed();
  });
}
