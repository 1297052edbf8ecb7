"use client";
import { useSyncExternalStore } from "react";

const macNames: Readonly<Record<string, string>> = { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧" };
const otherNames: Readonly<Record<string, string>> = { Mod: "Ctrl" };

/** Returns the names of keys written as `Mod Shift O`, in the style of the system: Ctrl Shift O, or ⌘ ⇧ O on a Mac. */
export function keyNames(keys: string, isMac: boolean): string[] {
  const names = isMac ? macNames : otherNames;
  return keys.split(" ").map((key) => names[key] ?? key);
}

/** Returns whether the keyboard is a Mac's; false on the server. */
export function useIsMac(): boolean {
  return useSyncExternalStore(neverChanges, hasMacKeyboard, () => false);
}

function hasMacKeyboard(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}

function neverChanges(): () => void {
  return () => undefined;
}
