import type { ShortcutId } from "@/lib/chat/shortcuts";

/** Locale keys of the shortcut names. */
export const shortcutNames = {
  palette: "shortcuts.palette",
  newChat: "shortcuts.newChat",
  previousChat: "shortcuts.previousChat",
  nextChat: "shortcuts.nextChat",
  focusMessageBox: "shortcuts.focusMessageBox",
  chooseModel: "composer.chooseModel",
  copyReply: "shortcuts.copyReply",
  copyCode: "shortcuts.copyCode",
  questions: "shortcuts.questions",
  clearContext: "composerTools.clearContext",
  fullWidth: "chat.fullWidth",
  exportChat: "chat.share",
  settings: "shortcuts.settings",
  listShortcuts: "shortcuts.title",
} as const satisfies Record<ShortcutId, string>;
