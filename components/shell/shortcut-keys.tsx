"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { whenIdle } from "@/components/ui/use-idle";
import { type ShortcutId, shortcutOf } from "@/lib/chat/commands";
import { toAppError } from "@/lib/errors";
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
      copyReply: () => runInChat("copyReply"),
      copyCode: () => runInChat("copyCode"),
      questions: () => sendShortcut("questions"),
      clearContext: () => runInChat("clearContext"),
      fullWidth: () => useUi.getState().setFullWidth(!useUi.getState().isFullWidth),
      settings: () => router.push("/settings"),
      listShortcuts: () => useUi.getState().openDialog({ kind: "shortcuts" }),
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
  useEffect(() => whenIdle(preload), []);

  return null;
}

type ChatShortcuts = typeof import("./chat-shortcuts");

const loadChatShortcuts = (): Promise<ChatShortcuts> => import("./chat-shortcuts");

/** Does what a shortcut of the open chat does; beside other screens there is none. */
function runInChat(name: keyof ChatShortcuts): void {
  if (!document.querySelector("[data-chat-screen]")) return;
  loadChatShortcuts().then(
    (chatShortcuts) => chatShortcuts[name](),
    (thrown) => report(toAppError(thrown)),
  );
}

/** Fetched ahead, for a browser lets a page copy right after a key alone. */
function preload(): void {
  loadChatShortcuts().catch((error: unknown) => console.warn("The shortcuts could not be fetched yet.", error));
}
