"use client";
import type { MouseEvent } from "react";
import { useChats } from "@/store/chats/chats";
import { useSelection } from "@/store/chats/selection";

/** Controls of a message, which do their own work whatever is done to the whole. */
export const ownWork = "a, button, input, textarea, summary, label, [role=toolbar]";

/** Makes a whole message the target while messages are being selected: answers what its element needs. */
export function useSelectable(sessionId: string, messageId: string) {
  const isSelecting = useSelection((selection) => selection.sessionId === sessionId);
  const isChosen = useSelection((selection) => isSelecting && messageId in selection.chosen);

  function onClick(event: MouseEvent<HTMLElement>) {
    if (!isSelecting) return;
    const { toggle, extendTo } = useSelection.getState();
    const isBox = event.target instanceof Element && event.target.matches("[data-select]");
    if (event.shiftKey) {
      // The box is told by the store; by itself it would let go again of what was just taken in.
      event.preventDefault();
      extendTo(messageId, useChats.getState().threads[sessionId]?.ids ?? []);
    } else if (!isBox && event.target instanceof Element && !event.target.closest(ownWork)) toggle(messageId);
  }

  return { isSelecting, props: { onClickCapture: onClick, "data-chosen": isChosen || undefined } };
}
