"use client";
import { useTranslations } from "use-intl";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { ConfirmDialog } from "@/components/ui/confirm";
import { titleOf } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import type { ChatDialogProps } from "./chat-dialog-props";

/** Confirms the deletion of a chat on phones, where rows are easily tapped by accident. */
export function DeleteChatDialog({ sessionId, open, onClose }: ChatDialogProps) {
  const t = useTranslations();
  const session = useChats((chats) => chats.sessions.find(({ id }) => id === sessionId));
  const { remove } = useChatActions();
  return (
    <ConfirmDialog
      open={open}
      title={t("deleteChat.title", { title: titleOf(session ?? { topic: "" }, t("chat.untitled")) })}
      body={t("deleteChat.body", { count: session?.messageCount ?? 0 })}
      confirmLabel={t("sidebar.deleteChat")}
      cancelLabel={t("app.cancel")}
      closeLabel={t("app.close")}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        remove(sessionId);
      }}
    />
  );
}
