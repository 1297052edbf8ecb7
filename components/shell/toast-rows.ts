import type { useTranslations } from "use-intl";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import type { useErrorMessage } from "@/components/use-error-message";
import type { useTakenOverThings } from "@/components/use-taken-over-things";
import type { AppError } from "@/lib/errors";
import { takeNewVersion } from "@/store/app/app-worker";
import { type ToastContent, useUi } from "@/store/base/ui";
import { startSpeech } from "@/store/voice/speech";

type Kind = ToastContent["kind"];
type ContentOf<K extends Kind> = Extract<ToastContent, { kind: K }>;

/** Functions that translate. Toasts with other messages than those of the first screen come from code that has loaded all messages. */
export interface ToastTexts {
  readonly t: ReturnType<typeof useTranslations<never>>;
  readonly errorMessage: ReturnType<typeof useErrorMessage>;
  readonly things: ReturnType<typeof useTakenOverThings>;
  /** Opens a screen, by its path. */
  open(path: string): void;
}

interface ToastRow<K extends Kind> {
  text(words: ToastTexts, content: ContentOf<K>): string;
  /** Whether the toast is an error. */
  readonly isFailure?: true;
  action?(words: ToastTexts, content: ContentOf<K>): { readonly label: string; onAction(): void };
}

/** The text and the action of each kind of toast. */
const rows: { readonly [K in Kind]: ToastRow<K> } = {
  "chat-deleted": { text: ({ t }) => t("toasts.chatDeleted") },
  "chats-deleted": { text: ({ t }, { count }) => t("chatList.deleted", { count }) },
  "message-deleted": { text: ({ t }) => t("toasts.messageDeleted") },
  "messages-deleted": { text: ({ t }, { count }) => t("toasts.messagesDeleted", { count }) },
  copied: { text: ({ t }) => t("toasts.copied") },
  "request-sent": { text: ({ t }) => t("toasts.requestSent") },
  "chat-pinned": { text: ({ t }) => t("toasts.chatPinned") },
  "chat-unpinned": { text: ({ t }) => t("toasts.chatUnpinned") },
  pinned: {
    text: ({ t }) => t("toasts.pinned"),
    action: ({ t }, { sessionId }) => ({
      label: t("toasts.view"),
      onAction: () => useUi.getState().openDialog({ kind: "chat-settings", sessionId }),
    }),
  },
  "messages-left-out": {
    text: ({ t }) => t("toasts.leftOut"),
    action: ({ t }, { sessionId }) => ({
      label: t("thread.sendAll"),
      onAction: () => changeModelSettings(sessionId, { sendsWholeHistory: true }),
    }),
  },
  "context-cleared": { text: ({ t }) => t("toasts.contextCleared") },
  "context-restored": { text: ({ t }) => t("toasts.contextRestored") },
  "taken-over": {
    text({ t, things }, { added, hasSettings, isIncomplete }) {
      const list = things(added, hasSettings);
      const { chats } = added;
      const taken = chats > 0 ? t("toasts.takenOver", { chats }) : list && `${t("data.takenOver")}: ${list}`;
      return [taken, isIncomplete && t("data.takenOverIncomplete")].filter(Boolean).join(" · ");
    },
  },
  "images-cut": { text: ({ t }, { most }) => t("attachments.cut", { most }) },
  "images-unseen": { text: ({ t }, { model }) => t("attachments.unseen", { model }) },
  "image-refused": { text: ({ t }, { reason, name }) => t(`attachments.${reason}`, { name }), isFailure: true },
  "document-refused": {
    text: ({ t }, { reason, name }) => t(`attachments.document-${reason}`, { name }),
    isFailure: true,
  },
  "document-cut": { text: ({ t }, { name }) => t("attachments.documentCut", { name }) },
  "file-unreadable": { text: ({ t }, { name }) => t("attachments.unreadableFile", { name }), isFailure: true },
  "files-unreadable": {
    text: ({ t }, { count, names }) => t("attachments.filesUnreadable", { count, names }),
    isFailure: true,
  },
  "files-cut": { text: ({ t }, { name, count }) => t("attachments.filesCut", { name, count }) },
  "no-readable-files": { text: ({ t }, { name }) => t("attachments.noReadableFiles", { name }), isFailure: true },
  "page-unreadable": { text: ({ t }, { address }) => t("attachments.pageUnreadable", { address }), isFailure: true },
  "import-left-out": { text: ({ t }, { name }) => t("data.leftOut", { name }), isFailure: true },
  "model-replaced": { text: ({ t }, { wanted, model }) => t("tools.modelReplaced", { wanted, model }) },
  "parameter-refused": {
    text: ({ t }, { model, parameter }) => t("tools.parameterRefused", { model, parameter }),
  },
  "passages-by-words": { text: ({ t }, { server }) => t("attachments.passagesByWords", { server }) },
  "schema-error": { text: ({ t }) => t("plugins.schemaError"), isFailure: true },
  "plugin-deleted": { text: ({ t }) => t("plugins.deleted") },
  "mcp-server-deleted": { text: ({ t }) => t("mcp.deleted") },
  "server-removed": { text: ({ t }) => t("providers.removed") },
  "link-applied": { text: ({ t }) => t("link.applied") },
  "mask-deleted": { text: ({ t }) => t("masks.deleted") },
  "project-deleted": { text: ({ t }) => t("projects.deleted") },
  "project-unknown": { text: ({ t }) => t("projects.unknown"), isFailure: true },
  "fact-saved": { text: ({ t }) => t("facts.saved") },
  "facts-deleted": { text: ({ t }) => t("facts.deleted") },
  "masks-imported": { text: ({ t }, { count, skipped }) => t("masks.imported", { count, skipped }) },
  "masks-unreadable": { text: ({ t }, { name }) => t("masks.unreadable", { name }), isFailure: true },
  "speech-failed": {
    text: ({ t, errorMessage }, { error }) =>
      t("speech.failed", { reason: `${errorMessage(error)}${wordsOfService(error)}` }),
    isFailure: true,
    action: readWithDevice,
  },
  "speech-cut": { text: ({ t }) => t("speech.cut"), isFailure: true, action: readWithDevice },
  "speech-unsupported": { text: ({ t }) => t("speech.unsupported"), isFailure: true },
  downloaded: { text: ({ t }) => t("export.downloaded") },
  "download-failed": { text: ({ t }) => t("export.downloadFailed"), isFailure: true },
  "page-copied": { text: ({ t }, { pages }) => t("export.pageCopied", { pages }) },
  "share-ready": { text: ({ t }) => t("export.shareReady") },
  "share-failed": { text: ({ t }) => t("sharing.failed"), isFailure: true },
  "sync-stopped": {
    text: ({ t }) => t("sync.stopped"),
    isFailure: true,
    action: ({ t, open }) => ({ label: t("toasts.view"), onAction: () => open("/settings#sync") }),
  },
  updated: { text: ({ t }, { version }) => t("toasts.updated", { version }) },
  "new-version": {
    text: ({ t }) => t("offline.newVersion"),
    action: ({ t }) => ({ label: t("offline.reload"), onAction: takeNewVersion }),
  },
  error: { text: ({ errorMessage }, { error }) => errorMessage(error), isFailure: true },
};

/** Maximum length of a service's own words in a toast, in characters. */
const maxServiceChars = 200;

/** Returns the service's own words about an error, with their own writing direction; empty without any. */
function wordsOfService({ code, message }: AppError): string {
  return message === code || message === "" ? "" : ` \u2068${message.slice(0, maxServiceChars)}\u2069`;
}

function readWithDevice({ t }: ToastTexts, { messageId }: ContentOf<"speech-failed" | "speech-cut">) {
  return { label: t("speech.withDevice"), onAction: () => void startSpeech(messageId, true) };
}

/** Returns the row of a toast's kind. */
export function toastRow<K extends Kind>({ kind }: { readonly kind: K }): ToastRow<Kind> {
  return rows[kind] as ToastRow<Kind>;
}
