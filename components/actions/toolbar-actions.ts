import { AudioLines, Blocks, Eraser, Keyboard, OctagonX, Plug, Shapes, SquarePen, SunMoon } from "lucide-react";
import { screenIcons } from "@/components/screen-icons";
import { areToolsHidden, isHidden } from "@/lib/platform/brand";
import { appSettings } from "@/lib/settings/app-settings";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useSettings } from "@/store/settings/settings";
import { isMcpChoice } from "@/store/tools/mcp-choice";
import { useTurns } from "@/store/turns/turns";
import { useVoice } from "@/store/voice/voice";
import type { Action } from "./action";

// The actions in the toolbar and the menu of the composer. They load right after the message box.

export const chooseModel: Action = {
  id: "chooseModel",
  icon: Shapes,
  label: ({ t }) => t("composer.chooseModel"),
  shortcut: "chooseModel",
  run: ({ shortcutActions }) => shortcutActions.chooseModel(),
};

export const listShortcuts: Action = {
  id: "listShortcuts",
  icon: Keyboard,
  label: ({ t }) => t("shortcuts.title"),
  shortcut: "listShortcuts",
  run: ({ shortcutActions }) => shortcutActions.listShortcuts(),
};

export const clearContext: Action = {
  id: "clearContext",
  icon: Eraser,
  label: ({ t, sessionId }) => t(isContextCleared(sessionId) ? "tools.restoreContext" : "tools.clearContext"),
  shortcut: "clearContext",
  run: ({ shortcutActions }) => shortcutActions.clearContext(),
};

/** Whether the context of a chat is cleared after its last message. */
export function isContextCleared(sessionId: string): boolean {
  const session = sessionOf(useChats.getState(), sessionId);
  return session !== undefined && session.messageCount === session.clearContextIndex;
}

export const editPrompts: Action = {
  id: "prompts",
  icon: SquarePen,
  label: ({ t }) => t("promptList.edit"),
  run: () => useUi.getState().openDialog({ kind: "prompts" }),
};

export const openMasks: Action = {
  id: "/masks",
  icon: screenIcons["/masks"],
  label: ({ t }) => t("masks.title"),
  isOffered: () => !isHidden("masks"),
  run: ({ router }) => router.push("/masks"),
};

export const chooseTools: Action = {
  id: "tools",
  icon: Plug,
  label: ({ t, sessionId }) => t("toolChoice.inUse", { count: chosenTools(sessionId).length }),
  isOffered: () => !areToolsHidden(),
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "tools", sessionId }),
};

/** Returns the ids of the tool sources that a chat uses. */
export function chosenTools(sessionId: string): readonly string[] {
  return sessionOf(useChats.getState(), sessionId)?.mask.plugin ?? [];
}

export const addServerContent: Action = {
  id: "server-content",
  icon: Blocks,
  label: ({ t }) => t("serverContent.title"),
  isOffered: ({ sessionId }) => !isHidden("mcp") && chosenTools(sessionId).some(isMcpChoice),
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "server-content", sessionId }),
};

export const speakLive: Action = {
  id: "voice",
  icon: AudioLines,
  label: ({ t }) => t("voice.open"),
  isOffered: () => useSettings.getState().realtimeConfig.enable && !isHidden("voice"),
  run: ({ sessionId }) => useVoice.getState().open(sessionId),
};

const themes = appSettings.theme.options;

/** Switches to the next theme. The action's name is the current theme. */
export const nextTheme: Action = {
  id: "theme",
  icon: SunMoon,
  label: ({ t }) => t(`tools.${useSettings.getState().theme}`),
  run() {
    const { theme, set } = useSettings.getState();
    set("theme", themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto");
  },
};

export const stopAllReplies: Action = {
  id: "stop-all",
  icon: OctagonX,
  label: ({ t }) => t("tools.stopAll"),
  isOffered: () => Object.keys(useTurns.getState().inFlight).length > 0,
  run: () => useTurns.getState().stopAll(),
};
