"use client";
import { useTranslations } from "use-intl";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import styles from "./thread-marks.module.css";

/** The line at which the context was cleared; messages above it are not sent. */
export function ContextMark({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("thread");
  return (
    <Mark
      text={t("contextCleared")}
      action={t("restoreContext")}
      onAction={() => useChats.getState().patchSession(sessionId, { clearContextIndex: undefined })}
    />
  );
}

/** The line up to which the memory replaces messages. */
export function MemoryMark({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("thread");
  return (
    <Mark
      text={t("summarised")}
      action={t("viewMemory")}
      onAction={() => useUi.getState().openDialog({ kind: "memory", sessionId })}
    />
  );
}

interface SendingMarkProps {
  readonly sessionId: string;
  /** Whether a summary of the messages above is sent. */
  readonly isSummarized: boolean;
}

/** The line from which messages are sent. It takes no space, because it moves with each reply. */
export function SendingMark({ sessionId, isSummarized }: SendingMarkProps) {
  const t = useTranslations("thread");
  return (
    <div className={styles.sending}>
      <Mark
        text={t(isSummarized ? "sendingStartsSummary" : "sendingStarts")}
        action={t("sendAll")}
        onAction={() => changeModelSettings(sessionId, { sendsWholeHistory: true })}
      />
    </div>
  );
}

interface MarkProps {
  readonly text: string;
  readonly action: string;
  readonly onAction: () => void;
}

function Mark({ text, action, onAction }: MarkProps) {
  return (
    <div className={styles.mark}>
      <span>{text}</span>
      <button type="button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}
