"use client";
import { useTranslations } from "use-intl";
import { useChatActions } from "@/components/shell/use-chat-actions";
import { ConfirmDialog } from "@/components/ui/confirm";
import { titleOf } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import type { ChatDialogProps } from "./chat-dialog-props";

/** Asks before a chat is deleted on a phone, where the row is easily hit. */
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
