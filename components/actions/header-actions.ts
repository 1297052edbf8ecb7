import { Share, SlidersHorizontal } from "lucide-react";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import type { Action } from "./action";

// The actions in the header of a chat. They load with the first screen, so each import here delays it.

export const exportChat: Action = {
  id: "export",
  icon: Share,
  label: ({ t }) => t("chat.share"),
  shortcut: "exportChat",
  isPossible: ({ sessionId }) => useChats.getState().threads[sessionId]?.ids.length !== 0,
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "export", sessionId }),
};

export const chatSettings: Action = {
  id: "chat-settings",
  icon: SlidersHorizontal,
  label: ({ t }) => t("chat.settings"),
  keywords: ({ t }) => t("chatSettings.systemPrompt"),
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "chat-settings", sessionId }),
};
