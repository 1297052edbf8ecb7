"use client";
import { useEffect, useRef, useState } from "react";
import { AppError, toAppError } from "@/lib/errors";
import { checkKey, type KeyCheck, type KeyEntry } from "@/store/settings/add-key";

export type CheckState =
  | { readonly state: "idle" }
  /** `isSlow`: the server has not answered for a while. */
  | { readonly state: "checking"; readonly isSlow: boolean }
  | { readonly state: "connected"; readonly check: KeyCheck }
  | { readonly state: "failed"; readonly error: AppError };

/** Time without input before a check, in milliseconds. */
const restMs = 400;
/** Time of a check after which the user can stop it, in milliseconds. */
const slowMs = 3000;

/** A result and the input that it belongs to. */
interface Checked {
  readonly about: string;
  readonly result: Extract<CheckState, { state: "connected" | "failed" }>;
}

/**
 * Checks an entry after a pause in typing, and returns the state of the check. `undefined` is not checked. A change
 * aborts the check, and results for an earlier entry are ignored. `again` repeats the check, and `stop` ends it as if the
 * server had not answered in time.
 */
export function useKeyCheck(entry: KeyEntry | undefined) {
  const [attempt, setAttempt] = useState(0);
  const [checked, setChecked] = useState<Checked>();
  const [slow, setSlow] = useState<string>();
  const running = useRef<AbortController>(null);
  const about = entry && JSON.stringify([entry.choice, entry.key, entry.address, attempt]);

  useEffect(() => {
    if (about === undefined) return;
    const [choice, key, address] = JSON.parse(about) as [string, string, string];
    const abort = new AbortController();
    running.current = abort;
    const slowTimer = setTimeout(() => setSlow(about), restMs + slowMs);
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
      clearTimeout(slowTimer);
      abort.abort();
    };
  }, [about]);

  const again = () => setAttempt((count) => count + 1);
  function stop() {
    if (about === undefined) return;
    running.current?.abort();
    setChecked({ about, result: { state: "failed", error: new AppError("timeout") } });
  }

  return { state: stateOf(about, checked, slow), again, stop };
}

function stateOf(about: string | undefined, checked: Checked | undefined, slow: string | undefined): CheckState {
  if (about === undefined) return { state: "idle" };
  return checked?.about === about ? checked.result : { state: "checking", isSlow: slow === about };
}
