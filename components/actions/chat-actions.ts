import {
  ArrowDown,
  ArrowUp,
  Copy,
  CopyPlus,
  FileCode,
  FilePenLine,
  GitBranch,
  KeyRound,
  ListChecks,
  ListTree,
  Maximize2,
  NotebookText,
  Plus,
  RotateCcw,
  Settings,
  SquareCheck,
  TextCursorInput,
  Trash2,
  Volume2,
} from "lucide-react";
import { shortcutNames } from "@/lib/chat/shortcut-names";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { forkSession } from "@/store/chats/fork-session";
import { useSelection } from "@/store/chats/selection";
import { openThread } from "@/store/chats/thread";
import { useAccess } from "@/store/settings/access";
import { useSettings } from "@/store/settings/settings";
import { refreshTitle } from "@/store/turns/refresh-title";
import { useTurns } from "@/store/turns/turns";
import { toggleSpeech } from "@/store/voice/speech";
import type { Action, ActionContext } from "./action";
import { chooseTools, clearContext, searchWeb } from "./composer-actions";
import { chatSettings, exportChat } from "./header-actions";
import { editTags, moveToProject, newChatInProject, newProject } from "./project-actions";
import { temporaryChat } from "./temporary-chat";
import { askSeveral, chooseModel, dictate, listShortcuts, speakLive } from "./toolbar-actions";

export const refreshChatTitle: Action = {
  id: "refresh-title",
  icon: RotateCcw,
  label: ({ t }) => t("chatMenu.refreshTitle"),
  isPossible: ({ sessionId }) => useChats.getState().threads[sessionId]?.ids.length !== 0,
  run({ sessionId }) {
    useUi.getState().toast({ kind: "request-sent" });
    void refreshTitle(sessionId);
  },
};

export const openMemory: Action = {
  id: "memory",
  icon: NotebookText,
  label: ({ t }) => t("memory.title"),
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "memory", sessionId }),
};

/** Shows the next request with its parts. */
export const inspectRequest: Action = {
  id: "inspect",
  icon: ListChecks,
  label: ({ t }) => t("inspector.title"),
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "inspector", sessionId }),
};

/** Shows the branches of a chat as a tree. */
export const showBranches: Action = {
  id: "branches",
  icon: GitBranch,
  label: ({ t }) => t("branches.title"),
  isPossible: ({ sessionId }) => useChats.getState().threads[sessionId]?.status === "ready",
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "branches", sessionId }),
};

export const editMessages: Action = {
  id: "edit-messages",
  icon: FilePenLine,
  label: ({ t }) => t("editMessages.title"),
  isPossible: ({ sessionId }) => useTurns.getState().inFlight[sessionId] === undefined,
  run: ({ sessionId }) => useUi.getState().openDialog({ kind: "edit-messages", sessionId }),
};

/** Starts selection mode. */
const selectMessages: Action = {
  id: "select-messages",
  icon: SquareCheck,
  label: ({ t }) => t("thread.selectMessages"),
  isPossible: ({ sessionId }) => useChats.getState().threads[sessionId]?.ids.length !== 0,
  run: ({ sessionId }) => useSelection.getState().start(sessionId),
};

export const duplicateChat: Action = {
  id: "duplicate",
  icon: CopyPlus,
  label: ({ t }) => t("chatList.duplicate"),
  run: (context) => void duplicate(context),
};

async function duplicate({ sessionId, t, chatActions }: ActionContext): Promise<void> {
  const from = useChats.getState().currentId;
  await openThread(sessionId);
  const id = forkSession(sessionId, t("commands.copied"));
  if (id !== undefined) chatActions.open(id, from);
}

/** Deletes a chat, with a toast for undo. A phone asks first. */
export const deleteChat: Action = {
  id: "delete-chat",
  icon: Trash2,
  label: ({ t }) => t("sidebar.deleteChat"),
  isDanger: true,
  run({ sessionId, isPhone, chatActions }) {
    if (isPhone) useUi.getState().openDialog({ kind: "delete-chat", sessionId });
    else chatActions.remove(sessionId);
  },
};

/** Reads the last reply of a chat aloud, or stops reading. */
export const speakLastReply: Action = {
  id: "speak",
  icon: Volume2,
  label: ({ t }) => t("speech.readLast"),
  isOffered: ({ sessionId }) => useSettings.getState().ttsConfig.enable && lastReplyOf(sessionId) !== undefined,
  run({ sessionId }) {
    const id = lastReplyOf(sessionId);
    if (id !== undefined) toggleSpeech(id);
  },
};

function lastReplyOf(sessionId: string): string | undefined {
  const { threads, messages } = useChats.getState();
  return threads[sessionId]?.ids.findLast((id) => messages[id]?.role === "assistant");
}

/** Returns the action of a keyboard shortcut that is offered nowhere else. */
function byShortcut(shortcut: keyof typeof shortcutNames, icon: Action["icon"]): Action {
  return {
    id: shortcut,
    icon,
    label: ({ t }) => t(shortcutNames[shortcut]),
    shortcut,
    run: ({ shortcutActions }) => shortcutActions[shortcut](),
  };
}

const addKey: Action = {
  id: "add-key",
  icon: KeyRound,
  label: ({ t }) => t("access.useOwnKey"),
  isOffered: () => !useAccess.getState().flags?.hideUserApiKey,
  run: () => useUi.getState().openDialog({ kind: "add-key" }),
};

/** The actions that need no open chat, in palette order. */
export const appActions: readonly Action[] = [
  byShortcut("newChat", Plus),
  temporaryChat,
  newProject,
  byShortcut("previousChat", ArrowUp),
  byShortcut("nextChat", ArrowDown),
  byShortcut("fullWidth", Maximize2),
  byShortcut("settings", Settings),
  addKey,
  listShortcuts,
];

/** The actions on the open chat, in palette order. */
export const chatActions: readonly Action[] = [
  chooseModel,
  askSeveral,
  byShortcut("questions", ListTree),
  byShortcut("focusMessageBox", TextCursorInput),
  byShortcut("copyReply", Copy),
  byShortcut("copyCode", FileCode),
  clearContext,
  exportChat,
  chatSettings,
  searchWeb,
  chooseTools,
  openMemory,
  inspectRequest,
  showBranches,
  speakLastReply,
  dictate,
  speakLive,
  selectMessages,
  editMessages,
  newChatInProject,
  moveToProject,
  editTags,
  duplicateChat,
  deleteChat,
];

/** The actions in the menu of the open chat, after "Rename". */
export const chatMenuActions: readonly Action[] = [
  refreshChatTitle,
  openMemory,
  inspectRequest,
  showBranches,
  selectMessages,
  editMessages,
  moveToProject,
  editTags,
  duplicateChat,
  exportChat,
  chatSettings,
  temporaryChat,
  listShortcuts,
  deleteChat,
];
