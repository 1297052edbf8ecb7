import { Eraser, Globe, Plug } from "lucide-react";
import { changeMask } from "@/components/chat/settings/change-mask";
import { areToolsHidden } from "@/lib/platform/brand";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { projectOf } from "@/store/settings/projects";
import type { Action } from "./action";

// The actions with a button below the message box. They load with the first screen, so each import here delays it.

export const clearContext: Action = {
  id: "clearContext",
  icon: Eraser,
  label: ({ t, sessionId }) =>
    t(isContextCleared(sessionId) ? "composerTools.restoreContext" : "composerTools.clearContext"),
  shortcut: "clearContext",
  run: ({ shortcutActions }) => shortcutActions.clearContext(),
};

/** Whether the context of a chat is cleared after its last message. */
export function isContextCleared(sessionId: string): boolean {
  const session = sessionOf(useChats.getState(), sessionId);
  return session !== undefined && session.messageCount === session.clearContextIndex;
}

export const chooseTools: Action = {
  id: "tools",
  icon: Plug,
  label: ({ t, sessionId }) => t("composerTools.inUse", { count: chosenTools(sessionId).length }),
  isOffered: () => !areToolsHidden(),
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "tools", sessionId }),
};

export const searchWeb: Action = {
  id: "searchWeb",
  icon: Globe,
  label: ({ t, sessionId }) => t(isSearchOn(sessionId) ? "composerTools.searchOff" : "composerTools.search"),
  run: ({ sessionId }) => changeMask(sessionId, { webSearch: !isSearchOn(sessionId) }),
};

/** Whether the models of a chat may search the web. */
export function isSearchOn(sessionId: string): boolean {
  const session = sessionOf(useChats.getState(), sessionId);
  return (session?.mask.webSearch ?? projectOf(session ?? {})?.webSearch) === true;
}

/** Returns the ids of the tool sources that a chat uses. */
export function chosenTools(sessionId: string): readonly string[] {
  return sessionOf(useChats.getState(), sessionId)?.mask.plugin ?? [];
}
