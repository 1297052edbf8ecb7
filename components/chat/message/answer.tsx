"use client";
import { Suspense, useDeferredValue } from "react";
import { useTranslations } from "use-intl";
import { useAppendToDraft } from "@/components/chat/composer/use-append-to-draft";
import { ReplyAvatar } from "@/components/chat/session-avatar";
import { lazyGroup } from "@/components/lazy-group";
import { useMessageTime } from "@/components/use-message-time";
import { type Message, textOf } from "@/lib/chat/message";
import { useMessageEdits } from "@/store/chats/message-edits";
import { AnswerBody } from "./answer-body";
import styles from "./message.module.css";
import { MessageActions, MessageMenu } from "./message-actions";
import { MessageGutter } from "./message-gutter";
import { useSelectable } from "./use-selectable";

const DemoNext = lazyGroup(() => import("@/components/chat/demo-next")).component("DemoNext");

/** Name of the demonstration model. */
const demoModel = "scripted-demo";

interface AnswerProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly previousId: string | undefined;
  readonly isLast: boolean;
}

/** A reply: the model's name, its reasoning, the text, and the error, if there is one. */
export function Answer(props: AnswerProps) {
  const { sessionId, message, isLast } = props;
  const isEditing = useMessageEdits(({ texts }) => message.id in texts);
  const selectable = useSelectable(sessionId, message.id);
  const intoBox = useAppendToDraft(sessionId, message);
  // Render the last words of a reply first, and its actions in a separate task.
  const isLive = useDeferredValue(Boolean(message.streaming));
  const actions = { ...props, isLive, onEdit: () => useMessageEdits.getState().begin(message.id, textOf(message)) };
  const t = useTranslations("message");
  const time = useMessageTime(message.date);
  const name = message.model || t("reply");
  return (
    <article
      className={styles.turn}
      aria-label={t("by", { name, time })}
      aria-busy={message.streaming}
      data-last={isLast || undefined}
      data-message={message.id}
      {...selectable.props}
      {...intoBox}
    >
      <div className={styles.by}>
        <MessageGutter sessionId={sessionId} messageId={message.id}>
          <ReplyAvatar sessionId={sessionId} model={message.model ?? ""} />
        </MessageGutter>
        <span className={styles.name}>{name}</span>
        <time>{time}</time>
        <MessageMenu {...actions} />
      </div>
      <AnswerBody sessionId={sessionId} message={message} isLast={isLast} isLive={isLive} />
      {isLast && !isLive && message.model === demoModel && (
        <Suspense>
          <DemoNext sessionId={sessionId} />
        </Suspense>
      )}
      {!isEditing && !selectable.isSelecting && <MessageActions {...actions} />}
    </article>
  );
}
