"use client";
import { useState } from "react";
import { canUseUnchecked, type KeyCheck, type KeyEntry } from "@/store/settings/add-key";
import { useKeyCheck } from "./use-key-check";

/** The result that stands for a check that the user skips. */
const unchecked: KeyCheck = { kind: "unlisted" };

/** The check of an entry, which the user may skip. `isChecked` is false while the entry must not be sent. */
export function useCheckedKey(entry: KeyEntry | undefined, isChecked: boolean) {
  const { state, again, stop } = useKeyCheck(isChecked ? entry : undefined);
  const [uncheckedEntry, setUncheckedEntry] = useState<string>();
  const about = entry && JSON.stringify(entry);
  const isUnchecked = state.state === "failed" && about === uncheckedEntry && canUseUnchecked(state.error);
  const check = state.state === "connected" ? state.check : isUnchecked ? unchecked : undefined;
  return { state, again, stop, check, isUnchecked, skip: () => setUncheckedEntry(about) };
}
