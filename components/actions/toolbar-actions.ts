import { AudioLines, Blocks, Columns3, Keyboard, Mic, OctagonX, Shapes, SquarePen, SunMoon } from "lucide-react";
import { insertDictated } from "@/components/chat/composer/insert-dictated";
import { screenIcons } from "@/components/screen-icons";
import { makesMedia } from "@/lib/models/model-facts";
import { isHidden } from "@/lib/platform/brand";
import { isSettingLocked } from "@/lib/platform/site-rules";
import { appSettings } from "@/lib/settings/app-settings";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { isLacking } from "@/store/settings/code-features";
import { sessionInUse } from "@/store/settings/models";
import { useSettings } from "@/store/settings/settings";
import { isMcpChoice } from "@/store/tools/mcp-choice";
import { useTurns } from "@/store/turns/turns";
import { openDictation } from "@/store/voice/dictation";
import { canDictate } from "@/store/voice/dictation-ways";
import { useVoice } from "@/store/voice/voice";
import type { Action } from "./action";
import { chosenTools, isSearchOn } from "./composer-actions";

// The other actions in the menu of the composer. They load with the menu.

export const chooseModel: Action = {
  id: "chooseModel",
  icon: Shapes,
  label: ({ t }) => t("composer.chooseModel"),
  shortcut: "chooseModel",
  run: ({ shortcutActions }) => shortcutActions.chooseModel(),
};

/** Opens the dialog that sends the message to several models. */
export const askSeveral: Action = {
  id: "ask-several",
  icon: Columns3,
  label: ({ t }) => t("several.open"),
  isPossible: ({ sessionId }) => useTurns.getState().inFlight[sessionId] === undefined,
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "compare", sessionId }),
};

export const listShortcuts: Action = {
  id: "listShortcuts",
  icon: Keyboard,
  label: ({ t }) => t("shortcuts.title"),
  shortcut: "listShortcuts",
  isOffered: ({ isPhone }) => !isPhone,
  run: ({ shortcutActions }) => shortcutActions.listShortcuts(),
};

export const editPrompts: Action = {
  id: "prompts",
  icon: SquarePen,
  label: ({ t }) => t("promptList.edit"),
  run: () => useUi.getState().openDialog({ kind: "prompts" }),
};

export const openMasks: Action = {
  id: "/masks",
  icon: screenIcons["/masks"],
  label: ({ t }) => t("sidebarNav.masks"),
  isOffered: () => !isHidden("masks"),
  run: ({ router }) => router.push("/masks"),
};

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
  isOffered: () => useSettings.getState().realtimeConfig.enable && !isHidden("voice") && !isLacking("voice"),
  run: ({ sessionId }) => useVoice.getState().open(sessionId),
};

/** Opens the dictation for a chat's message box. */
export const dictate: Action = {
  id: "dictate",
  icon: Mic,
  label: ({ t }) => t("dictation.open"),
  isOffered: ({ sessionId }) => !isHidden("voice") && canDictate(usedProviderName(sessionId)),
  run: ({ sessionId }) =>
    void openDictation({
      sessionId,
      providerName: usedProviderName(sessionId),
      onText: (text) => insertDictated(sessionId, text),
    }),
};

/** Returns the name of the provider that a chat uses now; empty for an unknown chat. */
function usedProviderName(sessionId: string): string {
  const session = sessionOf(useChats.getState(), sessionId);
  return session ? sessionInUse(session).mask.modelConfig.providerName : "";
}

const themes = appSettings.theme.options;

/** Switches to the next theme. The action's name is the current theme. */
export const nextTheme: Action = {
  id: "theme",
  icon: SunMoon,
  label: ({ t }) => t(`tools.${useSettings.getState().theme}`),
  isOffered: () => !isSettingLocked("theme"),
  run() {
    const { theme, set } = useSettings.getState();
    set("theme", themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto");
  },
};

/**
 * Whether an action of the first screen is not offered, because the access code lacks tools, or the chat's model makes
 * images or videos and calls none. Tools that are in use can still be switched off.
 */
export function lacksTools({ id }: Pick<Action, "id">, sessionId: string): boolean {
  const session = sessionOf(useChats.getState(), sessionId);
  const callsNone = session !== undefined && makesMedia(sessionInUse(session).mask.modelConfig.model);
  if (!isLacking("tools") && !callsNone) return false;
  return (id === "tools" && chosenTools(sessionId).length === 0) || (id === "searchWeb" && !isSearchOn(sessionId));
}

export const stopAllReplies: Action = {
  id: "stop-all",
  icon: OctagonX,
  label: ({ t }) => t("tools.stopAll"),
  isOffered: () => Object.keys(useTurns.getState().inFlight).length > 0,
  run: () => useTurns.getState().stopAll(),
};
