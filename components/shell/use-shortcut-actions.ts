"use client";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { captureKeys } from "@/components/ui/captured-keys";
import type { ShortcutId } from "@/lib/chat/shortcuts";
import { toAppError } from "@/lib/errors";
import { report, useUi } from "@/store/base/ui";
import { sendShortcut } from "./shortcut-event";
import { useChatActions } from "./use-chat-actions";

/** Returns the action of each shortcut (`lib/chat/shortcuts.ts`). */
export function useShortcutActions(): Readonly<Record<ShortcutId, () => void>> {
  const router = useRouter();
  const { newChat, walk } = useChatActions();
  return useMemo(
    () => ({
      palette() {
        captureKeys();
        useUi.getState().openDialog({ kind: "palette" });
      },
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
      exportChat: () => runInChat("exportChat"),
      settings: () => router.push("/settings"),
      listShortcuts: () => useUi.getState().openDialog({ kind: "shortcuts" }),
    }),
    [newChat, router, walk],
  );
}

type ChatShortcuts = typeof import("./chat-shortcuts");

const loadChatShortcuts = (): Promise<ChatShortcuts> => import("./chat-shortcuts");

/** Runs a shortcut of the open chat; no-op on other screens. */
function runInChat(name: keyof ChatShortcuts): void {
  if (!document.querySelector("[data-chat-screen]")) return;
  loadChatShortcuts().then(
    (chatShortcuts) => chatShortcuts[name](),
    (thrown) => report(toAppError(thrown)),
  );
}

/** Preloaded, because browsers only allow copying right after a key. */
export function preloadChatShortcuts(): void {
  loadChatShortcuts().catch((error: unknown) => console.warn("Could not load the shortcuts.", error));
}
