"use client";
import { useEffect } from "react";
import type { ShortcutId } from "@/lib/chat/shortcuts";

/** The name of the event by which a shortcut reaches a control that only the open screen has. */
const eventName = "parley:shortcut";

/** Asks the open screen to do what a shortcut does. */
export function sendShortcut(id: ShortcutId): void {
  dispatchEvent(new CustomEvent<ShortcutId>(eventName, { detail: id }));
}

/** Does something when a shortcut asks for it. */
export function useShortcut(id: ShortcutId, action: () => void): void {
  useEffect(() => {
    const onShortcut = (event: Event) => {
      if (event instanceof CustomEvent && event.detail === id) action();
    };
    addEventListener(eventName, onShortcut);
    return () => removeEventListener(eventName, onShortcut);
  }, [id, action]);
}
