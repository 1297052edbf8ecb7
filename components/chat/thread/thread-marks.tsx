"use client";
import { useTranslations } from "use-intl";
import { changeModelSettings } from "@/components/chat/settings/change-model-settings";
import { restoreContext } from "@/lib/chat/toggle-context";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import styles from "./thread-marks.module.css";

/** The line at which the context was cleared; messages above it are not sent. */
export function ContextMark({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("thread");
  return (
    <Mark
      text={t("contextCleared")}
      actions={[[t("restoreContext"), () => useChats.getState().patchSession(sessionId, restoreContext())]]}
    />
  );
}

/** The line up to which the memory replaces messages. */
export function MemoryMark({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("thread");
  return <Mark text={t("summarised")} actions={[[t("viewMemory"), () => viewMemory(sessionId)]]} />;
}

function viewMemory(sessionId: string): void {
  useUi.getState().openDialog({ kind: "memory", sessionId });
}

interface SendingMarkProps {
  readonly sessionId: string;
  /** Whether a summary of the messages above is sent. */
  readonly isSummarized: boolean;
}

/** The line from which messages are sent. On wide screens it takes no space, because it moves with each reply. */
export function SendingMark({ sessionId, isSummarized }: SendingMarkProps) {
  const t = useTranslations("thread");
  return (
    <div className={styles.sending}>
      <Mark
        text={t(isSummarized ? "sendingStartsSummary" : "sendingStarts")}
        actions={[
          ...(isSummarized ? [[t("viewMemory"), () => viewMemory(sessionId)] as const] : []),
          [t("sendAll"), () => changeModelSettings(sessionId, { sendsWholeHistory: true })],
        ]}
      />
    </div>
  );
}

interface MarkProps {
  readonly text: string;
  /** Label and function of each action. */
  readonly actions: readonly (readonly [string, () => void])[];
}

function Mark({ text, actions }: MarkProps) {
  return (
    <div className={styles.mark}>
      <span>{text}</span>
      {actions.map(([label, run]) => (
        <button key={label} type="button" onClick={run}>
          {label}
        </button>
      ))}
    </div>
  );
}
