"use client";
import { useLayoutEffect } from "react";
import type { ShortcutId } from "@/lib/chat/shortcuts";

/** Name of the event that sends a shortcut to a control of the open screen. */
const eventName = "parley:shortcut";

/** Dispatches a shortcut to the open screen. */
export function sendShortcut(id: ShortcutId): void {
  dispatchEvent(new CustomEvent<ShortcutId>(eventName, { detail: id }));
}

/** Runs an action when its shortcut is dispatched. */
export function useShortcut(id: ShortcutId, action: () => void): void {
  // As early as the keys themselves (`shortcut-keys.tsx`).
  useLayoutEffect(() => {
    const onShortcut = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === id) action();
    };
    addEventListener(eventName, onShortcut);
    return () => removeEventListener(eventName, onShortcut);
  }, [id, action]);
}
