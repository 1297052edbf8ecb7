"use client";
import { useTranslations } from "use-intl";
import ModelDialog from "@/components/chat/settings/model-dialog";
import { useAvailableModels } from "@/components/chat/settings/use-used-settings";
import { findModel } from "@/lib/models/model-list";
import { useChats } from "@/store/chats/chats";
import { useTurns } from "@/store/turns/turns";

interface RetryWithDialogProps {
  readonly sessionId: string;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** Asks another model for a reply. The chat keeps its model; the earlier reply stays as another version. */
export function RetryWithDialog({ sessionId, messageId, onClose }: RetryWithDialogProps) {
  const t = useTranslations("thread");
  const models = useAvailableModels();
  const message = useChats((chats) => chats.messages[messageId]);
  if (!message) return null;
  const { model = "", providerName = "" } = message;
  return (
    <ModelDialog
      models={models}
      value={findModel(models, { model, providerName })}
      title={t("retryWith")}
      subtitle={t("retryWithHint")}
      onClose={onClose}
      onPick={({ name, provider }) =>
        void useTurns.getState().retry(sessionId, messageId, { model: name, providerName: provider.providerName })
      }
    />
  );
}
