"use client";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { lifetimeOf, ToastLayer } from "@/components/ui/toast";
import { useErrorWords } from "@/components/use-error-words";
import { useTakenOverThings } from "@/components/use-taken-over-things";
import { takeNewVersion } from "@/store/app/app-worker";
import { type ToastContent, useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { startSpeech } from "@/store/voice/speech";

/** Renders the toasts in the user's language. */
export function Toasts() {
  const t = useTranslations("toasts");
  const app = useTranslations("app");
  // Toasts with other messages than those of the first screen come from code that has loaded all messages.
  const all = useTranslations();
  const errorWords = useErrorWords();
  const things = useTakenOverThings();
  const toasts = useUi((ui) => ui.toasts);
  const dismiss = useUi((ui) => ui.dismiss);
  // Without toasts, do not re-render when the message box grows.
  const dockHeight = useUi((ui) => (ui.toasts.length > 0 ? ui.dockHeight : undefined));
  const chatId = useChats((chats) => chats.currentId);
  const offer = toasts.find(({ content }) => content.kind === "new-version");

  useEffect(() => useUi.getState().dismissOfOthers(chatId), [chatId]);

  function textOfTakeover({ added, hasSettings, isIncomplete }: ToastContent & { kind: "taken-over" }): string {
    const list = things(added, hasSettings);
    const taken =
      added.chats > 0 ? t("takenOver", { chats: added.chats }) : list && `${all("data.takenOver")}: ${list}`;
    return [taken, isIncomplete && all("data.takenOverIncomplete")].filter(Boolean).join(" · ");
  }

  function textOf(content: ToastContent): string {
    switch (content.kind) {
      case "chat-deleted":
        return t("chatDeleted");
      case "chats-deleted":
        return all("chatList.deleted", { count: content.count });
      case "message-deleted":
        return t("messageDeleted");
      case "messages-deleted":
        return t("messagesDeleted", { count: content.count });
      case "copied":
        return t("copied");
      case "request-sent":
        return t("requestSent");
      case "pinned":
        return t("pinned");
      case "context-cleared":
        return t("contextCleared");
      case "context-restored":
        return t("contextRestored");
      case "taken-over":
        return textOfTakeover(content);
      case "images-cut":
        return all("attachments.cut", { most: content.most });
      case "images-unseen":
        return all("attachments.unseen", { model: content.model });
      case "image-refused":
        return all(`attachments.${content.reason}`, { name: content.name });
      case "file-unreadable":
        return all("attachments.unreadableFile", { name: content.name });
      case "import-left-out":
        return all("data.leftOut", { name: content.name });
      case "model-replaced":
        return all("tools.modelReplaced", { wanted: content.wanted, model: content.model });
      case "schema-error":
        return all("plugins.schemaError");
      case "plugin-deleted":
        return all("plugins.deleted");
      case "mcp-server-deleted":
        return all("mcp.deleted");
      case "server-removed":
        return all("providers.removed");
      case "link-applied":
        return all("link.applied");
      case "mask-deleted":
        return all("masks.deleted");
      case "masks-imported":
        return all("masks.imported", { count: content.count, skipped: content.skipped });
      case "masks-unreadable":
        return all("masks.unreadable", { name: content.name });
      case "speech-failed":
        return all("speech.failed", { reason: errorWords(content.error) });
      case "speech-cut":
        return all("speech.cut");
      case "speech-unsupported":
        return all("speech.unsupported");
      case "downloaded":
        return all("export.downloaded");
      case "download-failed":
        return all("export.downloadFailed");
      case "page-copied":
        return all("export.pageCopied", { pages: content.pages });
      case "share-ready":
        return all("export.shareReady");
      case "share-failed":
        return all("sharing.failed");
      case "new-version":
        return all("offline.newVersion");
      case "error":
        return errorWords(content.error);
    }
  }

  function viewContext(sessionId: string) {
    return { label: t("view"), onAction: () => useUi.getState().openDialog({ kind: "chat-settings", sessionId }) };
  }

  function readWithDevice(messageId: string) {
    return { label: all("speech.withDevice"), onAction: () => void startSpeech(messageId, true) };
  }

  return (
    <ToastLayer
      above={dockHeight}
      onDismiss={(id) => dismiss(Number(id))}
      lifetime={(toast) => (toast.id === String(offer?.id) ? offerMs : lifetimeOf(toast))}
      toasts={toasts.map(({ id, content, undo }) => ({
        id: String(id),
        kind: isFailure(content) ? "error" : "info",
        text: textOf(content),
        ...(undo && { action: { label: app("undo"), onAction: undo, isUndo: true } }),
        ...((content.kind === "speech-failed" || content.kind === "speech-cut") && {
          action: readWithDevice(content.messageId),
        }),
        ...(content.kind === "new-version" && {
          action: { label: all("offline.reload"), onAction: takeNewVersion },
        }),
        ...(content.kind === "pinned" && { action: viewContext(content.sessionId) }),
      }))}
    />
  );
}

/** Time that a newer version is offered at once, in milliseconds. */
const offerMs = 20_000;

const failures: readonly ToastContent["kind"][] = [
  "error",
  "image-refused",
  "file-unreadable",
  "import-left-out",
  "masks-unreadable",
  "schema-error",
  "download-failed",
  "share-failed",
  "speech-failed",
  "speech-cut",
  "speech-unsupported",
];

function isFailure({ kind }: ToastContent): boolean {
  return failures.includes(kind);
}
