"use client";
import { useTranslations } from "use-intl";
import type { ChatDialogProps } from "@/components/chat/chat-dialog-props";
import { ConfirmDialog } from "@/components/ui/confirm";
import { useChats } from "@/store/chats/chats";

/** Confirms that a chat's memory is deleted. */
export function ResetMemoryDialog({ sessionId, open, onClose }: ChatDialogProps) {
  const t = useTranslations();
  return (
    <ConfirmDialog
      open={open}
      title={t("memory.resetQuestion")}
      body={t("memory.resetBody")}
      confirmLabel={t("memory.resetAction")}
      cancelLabel={t("app.cancel")}
      closeLabel={t("app.close")}
      danger
      onCancel={onClose}
      onConfirm={() => {
        useChats.getState().patchSession(sessionId, { memoryPrompt: "" });
        onClose();
      }}
    />
  );
}
