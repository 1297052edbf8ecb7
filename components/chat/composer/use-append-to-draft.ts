"use client";
import type { MouseEvent } from "react";
import { controlSelector } from "@/components/chat/message/use-selectable";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { isPhone } from "@/components/ui/is-phone";
import { emptyDraft, joinDrafts } from "@/lib/chat/draft";
import { type Message, textOf } from "@/lib/chat/message";
import { useDrafts } from "@/store/chats/drafts";
import { useSelection } from "@/store/chats/selection";

/** Returns the handlers by which a double tap on a message appends its text to the draft, on phones. */
export function useAppendToDraft(sessionId: string, message: Message) {
  function onDoubleClick({ target }: MouseEvent<HTMLElement>) {
    const text = textOf(message);
    const isControl = target instanceof Element && target.closest(controlSelector);
    if (!isPhone() || text === "" || isControl || useSelection.getState().sessionId === sessionId) return;
    useDrafts.getState().change(sessionId, (draft) => joinDrafts([draft, { ...emptyDraft, text }]));
    sendShortcut("focusMessageBox");
  }
  return { onDoubleClick };
}
