"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { type ShortcutId, shortcutOf } from "@/lib/chat/commands";
import { textOf } from "@/lib/chat/message";
import { toAppError } from "@/lib/errors";
import { copyText } from "@/lib/platform/clipboard";
import { useChats } from "@/store/chats";
import { report, useUi } from "@/store/ui";
import { sendShortcut } from "./shortcut-event";
import { useChatActions } from "./use-chat-actions";

/** Listens for the shortcuts of the shell (`lib/chat/commands.ts`). */
export function ShortcutKeys() {
  const router = useRouter();
  const { newChat, walk } = useChatActions();

  useEffect(() => {
    const actions: Record<ShortcutId, () => void> = {
      newChat,
      previousChat: () => walk(-1),
      nextChat: () => walk(1),
      focusMessageBox: () => sendShortcut("focusMessageBox"),
      chooseModel: () => sendShortcut("chooseModel"),
      copyReply: () => {
        const reply = lastReply();
        if (reply)
          copyText(reply).then(
            () => useUi.getState().toast({ kind: "copied" }),
            (thrown) => report(toAppError(thrown)),
          );
      },
      fullWidth: () => useUi.getState().setFullWidth(!useUi.getState().isFullWidth),
      settings: () => router.push("/settings"),
    };
    function onKeyDown(event: KeyboardEvent) {
      const id = shortcutOf(event, /mac|iphone|ipad/i.test(navigator.platform));
      // A dialog owns the keyboard while it is open.
      if (!id || event.defaultPrevented || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      actions[id]();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [newChat, router, walk]);

  return null;
}

/** Answers the text of the current chat's last reply, without its reasoning. */
function lastReply(): string | undefined {
  const { threads, messages, currentId } = useChats.getState();
  const id = threads[currentId]?.ids.findLast((each) => messages[each]?.role === "assistant");
  const message = id ? messages[id] : undefined;
  return message && textOf(message);
}
