"use client";
import { useEffect } from "react";
import { isComposed } from "@/lib/chat/shortcuts";
import { useSelection } from "@/store/chats/selection";
import { useTurns } from "@/store/turns/turns";

/** Stops the reply of a chat on Escape, wherever the focus is, unless something else closes on that key. */
export function useStopKey(sessionId: string): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      if (key !== "Escape" || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented || isComposed(event)) return;
      if (document.querySelector("dialog[open]") || useSelection.getState().sessionId === sessionId) return;
      if (!(sessionId in useTurns.getState().inFlight)) return;
      event.preventDefault();
      useTurns.getState().stop(sessionId);
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [sessionId]);
}
