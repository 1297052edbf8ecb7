"use client";
import { Pencil, Pin, PinOff } from "lucide-react";
import type { ReactNode } from "react";
import { menuRows, useActionContext } from "@/components/actions/action";
import { chatMenuActions } from "@/components/actions/chat-actions";
import type { MenuItem } from "@/components/ui/menu-item";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useIsAnswering } from "./use-is-answering";

interface ChatMenuRowsProps {
  readonly sessionId: string;
  readonly onRename: () => void;
  readonly children: (items: readonly MenuItem[]) => ReactNode;
}

/** The rows of the chat's menu, loaded when it is first opened. */
export function ChatMenuRows({ sessionId, onRename, children: render }: ChatMenuRowsProps) {
  const context = useActionContext(sessionId);
  // Subscriptions: the rows depend on both values.
  useIsAnswering(sessionId);
  useChats((chats) => chats.threads[sessionId]?.ids.length === 0);
  const isPinned = useChats((chats) => sessionOf(chats, sessionId)?.pinned === true);
  const { t } = context;

  /** Pins or unpins the chat. A toast says so, because the chat list may be out of view. */
  function togglePin() {
    useChats.getState().setPinned([sessionId], !isPinned);
    useUi.getState().toast({ kind: isPinned ? "chat-unpinned" : "chat-pinned" });
  }

  return render([
    { id: "rename", label: t("chat.rename"), icon: Pencil, onSelect: onRename },
    {
      id: "pin",
      label: t(isPinned ? "chatList.unpin" : "chatList.pin"),
      icon: isPinned ? PinOff : Pin,
      onSelect: togglePin,
    },
    ...menuRows(chatMenuActions, context),
  ]);
}
