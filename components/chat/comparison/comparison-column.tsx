"use client";
import { Check, Copy, Info, RotateCcw, Square } from "lucide-react";
import { memo, useDeferredValue } from "react";
import { useTranslations } from "use-intl";
import { AnswerBody } from "@/components/chat/message/answer-body";
import { TokenCount } from "@/components/chat/message/message-actions";
import { ReplyAvatar } from "@/components/chat/session-avatar";
import { useCostSuffix } from "@/components/costs/use-money-text";
import { sendShortcut } from "@/components/shell/shortcut-event";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useIsPhone } from "@/components/ui/is-phone";
import { useCopy } from "@/components/use-copy";
import { textOf } from "@/lib/chat/message";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";
import { chooseAnswer, retryAnswer, stopAnswer } from "@/store/turns/comparisons";
import { useTurns } from "@/store/turns/turns";
import { type ColumnStatus, columnStatus, isGrowing } from "./column-status";
import styles from "./comparison.module.css";
import { VoteButton } from "./vote-button";

interface ComparisonColumnProps {
  readonly sessionId: string;
  readonly id: string;
  /** The model's name, unique among the columns. */
  readonly label: string;
  /** Whether another reply has not failed, so that one can be the best. */
  readonly hasOthers: boolean;
  /** Whether another tab writes one of the replies, which this tab cannot stop. */
  readonly isElsewhere: boolean;
}

/** One reply of a comparison, with its state and its actions. Only this component renders while the reply grows. */
export const ComparisonColumn = memo(function ComparisonColumn(props: ComparisonColumnProps) {
  const { sessionId, id, label, isElsewhere } = props;
  const message = useChats((chats) => messageNow(chats, id));
  // Render the last words of a reply first, and its actions in a separate task.
  const isLive = useDeferredValue(Boolean(message?.streaming));
  if (!message) return null;
  const status = columnStatus(message);
  const { context } = useTurns.getState();
  return (
    <section className={styles.column} aria-label={label} aria-busy={isGrowing(status)} data-column={message.column}>
      <ColumnHead {...{ sessionId, id, label, status, isElsewhere }} model={message.model ?? ""} />
      <AnswerBody
        sessionId={sessionId}
        message={message}
        isLast={false}
        isLive={isLive}
        onRetry={() => retryAnswer(context, sessionId, id)}
      />
      {!isLive && <ColumnFoot {...props} />}
    </section>
  );
});

interface ColumnHeadProps extends Pick<ComparisonColumnProps, "sessionId" | "id" | "label" | "isElsewhere"> {
  readonly model: string;
  readonly status: ColumnStatus;
}

/** The model and the state of a reply. Memoized, because the text below grows several times a second. */
const ColumnHead = memo(function ColumnHead({ sessionId, id, label, model, status, isElsewhere }: ColumnHeadProps) {
  const t = useTranslations();
  return (
    <div className={styles.head}>
      <ReplyAvatar sessionId={sessionId} model={model} />
      <span className={styles.name}>{label}</span>
      <span className={styles.status} data-status={status}>
        {t(status === "stopped" ? "message.stopped" : `several.${status}`)}
      </span>
      <StopOrRetry sessionId={sessionId} id={id} isLive={isGrowing(status)} isElsewhere={isElsewhere} />
    </div>
  );
});

interface StopOrRetryProps extends Pick<ComparisonColumnProps, "sessionId" | "id" | "isElsewhere"> {
  readonly isLive: boolean;
}

/** One button for both, so that it keeps the focus when the reply ends. */
function StopOrRetry({ sessionId, id, isLive, isElsewhere }: StopOrRetryProps) {
  const t = useTranslations();
  return (
    <IconButton
      icon={isLive ? Square : RotateCcw}
      iconSize="small"
      label={t(isLive ? "several.stop" : "message.retry")}
      {...(isElsewhere && { disabledReason: t("errors.stillAnswering") })}
      data-retry=""
      onClick={() => {
        const { context } = useTurns.getState();
        if (isLive) return stopAnswer(context, sessionId, id);
        const column = useChats.getState().messages[id]?.column ?? 0;
        retryAnswer(context, sessionId, id);
        // A new version of the visible reply mounts the columns again.
        requestAnimationFrame(() => document.activeElement === document.body && focusColumn(column));
      }}
    />
  );
}

function focusColumn(column: number): void {
  document.querySelector<HTMLElement>(`[data-column="${column}"] [data-retry]`)?.focus();
}

/** The actions on a reply that has ended. */
function ColumnFoot({ sessionId, id, hasOthers, isElsewhere }: ComparisonColumnProps) {
  const t = useTranslations();
  const isPhone = useIsPhone();
  const { isCopied, copy } = useCopy();
  const costSuffix = useCostSuffix(sessionId);
  const message = useChats((chats) => chats.messages[id]);
  if (!message) return null;
  const isChoosable = !message.isError && message.content.length > 0;
  return (
    <div className={styles.foot}>
      {isChoosable && (
        <Button
          size="small"
          {...(isElsewhere && { disabledReason: t("errors.stillAnswering") })}
          onClick={() => {
            chooseAnswer(useTurns.getState().context, sessionId, id);
            if (!isPhone) sendShortcut("focusMessageBox");
          }}
        >
          {t("several.choose")}
        </Button>
      )}
      {isChoosable && hasOthers && <VoteButton sessionId={sessionId} message={message} />}
      {isChoosable && (
        <IconButton
          icon={isCopied ? Check : Copy}
          iconSize="small"
          label={t(isCopied ? "message.copied" : "message.copy")}
          onClick={() => void copy(textOf(message))}
        />
      )}
      <IconButton
        icon={Info}
        iconSize="small"
        label={t("replyDetails.title")}
        onClick={() => useUi.getState().openDialog({ kind: "reply-details", messageId: id })}
      />
      <span className={styles.meta}>
        <TokenCount message={message} isFirst />
        {costSuffix(message.cost)}
      </span>
    </div>
  );
}
