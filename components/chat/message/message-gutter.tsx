"use client";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { useSelection } from "@/store/chats/selection";
import styles from "./message.module.css";

interface MessageGutterProps {
  readonly sessionId: string;
  readonly messageId: string;
  readonly children: ReactNode;
}

/** The avatar beside a message, or a checkbox in selection mode. */
export function MessageGutter({ sessionId, messageId, children }: MessageGutterProps) {
  const t = useTranslations("thread");
  const isSelecting = useSelection((selection) => selection.sessionId === sessionId);
  const isChosen = useSelection((selection) => messageId in selection.chosen);
  if (!isSelecting) return <span className={styles.face}>{children}</span>;
  return (
    <span className={styles.face}>
      <Checkbox
        label={t("select")}
        checked={isChosen}
        onChange={() => useSelection.getState().toggle(messageId)}
        data-select=""
      />
    </span>
  );
}
