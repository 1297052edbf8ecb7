"use client";
import { useEffect, useState } from "react";
import { type AppError, toAppError } from "@/lib/errors";
import { checkKey, type KeyCheck, type KeyEntry } from "@/store/settings/add-key";

export type CheckState =
  | { readonly state: "idle" | "checking" }
  | { readonly state: "connected"; readonly check: KeyCheck }
  | { readonly state: "failed"; readonly error: AppError };

/** Time without input before a check, in milliseconds. */
const restMs = 400;

/** A result and the input that it belongs to. */
interface Checked {
  readonly about: string;
  readonly result: Extract<CheckState, { state: "connected" | "failed" }>;
}

/**
 * Checks an entry after a pause in typing, and returns the state of the check. `undefined` is not checked. A change
 * aborts the check, and results for an earlier entry are ignored. `again` repeats the check.
 */
export function useKeyCheck(entry: KeyEntry | undefined): { readonly state: CheckState; readonly again: () => void } {
  const [attempt, setAttempt] = useState(0);
  const [checked, setChecked] = useState<Checked>();
  const about = entry && JSON.stringify([entry.choice, entry.key, entry.address, attempt]);

  useEffect(() => {
    if (about === undefined) return;
    const [choice, key, address] = JSON.parse(about) as [string, string, string];
    const abort = new AbortController();
    const timer = setTimeout(() => {
      checkKey({ choice, key, address }, abort.signal).then(
        (check) => note({ state: "connected", check }),
        (thrown: unknown) => note({ state: "failed", error: toAppError(thrown) }),
      );
    }, restMs);
    function note(result: Checked["result"]) {
      if (about !== undefined && !abort.signal.aborted) setChecked({ about, result });
    }
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [about]);

  const again = () => setAttempt((count) => count + 1);
  if (about === undefined) return { state: { state: "idle" }, again };
  return { state: checked?.about === about ? checked.result : { state: "checking" }, again };
}
