"use client";
import { useTranslations } from "use-intl";
import { Markdown } from "@/components/markdown/markdown";
import { useMessageTime } from "@/components/use-dates";
import { type Message, textOf } from "@/lib/chat/message";
import styles from "./message.module.css";
import { MessageActions, MessageMenu } from "./message-actions";
import { MessageImages } from "./message-images";
import { Reasoning } from "./reasoning";
import { ReplyNotice } from "./reply-notice";
import { FamilyAvatar } from "./session-avatar";

interface AnswerProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly isLast: boolean;
}

/** What the model wrote: its name, its thinking, the text, and what went wrong, if anything did. */
export function Answer({ sessionId, message, isLast }: AnswerProps) {
  const t = useTranslations("message");
  const time = useMessageTime(message.date);
  const text = textOf(message);
  const name = message.model || t("reply");
  const isWaiting = message.streaming && message.content.length === 0 && !message.reasoning;
  return (
    <article
      className={styles.turn}
      aria-label={t("by", { name, time })}
      aria-busy={message.streaming}
      data-last={isLast || undefined}
    >
      <div className={styles.by}>
        <FamilyAvatar model={message.model ?? ""} />
        <span className={styles.name}>{name}</span>
        <time>{time}</time>
        <MessageMenu sessionId={sessionId} message={message} />
      </div>
      {message.reasoning && <Reasoning message={message} isThinking={Boolean(message.streaming) && text === ""} />}
      {isWaiting && <span className={styles.waiting} aria-hidden="true" />}
      <MessageImages message={message} />
      {text !== "" && <Markdown text={text} isLive={message.streaming} isLast={isLast} />}
      {message.error && <ReplyNotice sessionId={sessionId} message={message} hasText={text !== ""} />}
      {message.stopped && !message.error && <p className={styles.stopped}>{t("stopped")}</p>}
      <MessageActions sessionId={sessionId} message={message} />
    </article>
  );
}
