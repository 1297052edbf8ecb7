"use client";
import type { MouseEvent } from "react";
import { useChats } from "@/store/chats/chats";
import { useSelection } from "@/store/chats/selection";

/** Selector of the controls in a message that keep working in selection mode. */
export const controlSelector = "a, button, input, textarea, summary, label, [role=toolbar]";

/** Returns the props that make a whole message clickable in selection mode. */
export function useSelectable(sessionId: string, messageId: string) {
  const isSelecting = useSelection((selection) => selection.sessionId === sessionId);
  const isChosen = useSelection((selection) => isSelecting && messageId in selection.chosen);

  function onClick(event: MouseEvent<HTMLElement>) {
    if (!isSelecting) return;
    const { toggle, extendTo } = useSelection.getState();
    const isBox = event.target instanceof Element && event.target.matches("[data-select]");
    if (event.shiftKey) {
      // The store sets the checkbox; its default action would uncheck it again.
      event.preventDefault();
      extendTo(messageId, useChats.getState().threads[sessionId]?.ids ?? []);
    } else if (!isBox && event.target instanceof Element && !event.target.closest(controlSelector)) toggle(messageId);
  }

  return { isSelecting, props: { onClickCapture: onClick, "data-chosen": isChosen || undefined } };
}
