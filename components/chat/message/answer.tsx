"use client";
import { Suspense, useDeferredValue } from "react";
import { useTranslations } from "use-intl";
import { useAppendToDraft } from "@/components/chat/composer/use-append-to-draft";
import { ReplyAvatar } from "@/components/chat/session-avatar";
import { lazyGroup } from "@/components/lazy-group";
import { Markdown } from "@/components/markdown/markdown";
import { useMessageTime } from "@/components/use-dates";
import { withoutFencedCall } from "@/lib/chat/fenced-call";
import { type Message, textOf } from "@/lib/chat/message";
import { useMessageEdits } from "@/store/chats/message-edits";
import styles from "./message.module.css";
import { MessageActions, MessageMenu } from "./message-actions";
import { MessageEditor } from "./message-editor";
import { MessageGutter } from "./message-gutter";
import { MessageImages } from "./message-images";
import { Reasoning } from "./reasoning";
import { ReplyNotice } from "./reply-notice";
import { useSelectable } from "./use-selectable";

const ToolCalls = lazyGroup(() => import("@/components/tools/tool-calls"), { needsMessages: false }).component(
  "ToolCalls",
);

const Sources = lazyGroup(() => import("./sources")).component("Sources");
const MissingTools = lazyGroup(() => import("@/components/tools/missing-tools")).component("MissingTools");

const RaiseLimitButton = lazyGroup(() => import("./raise-limit-button")).component("RaiseLimitButton");

const MessageSound = lazyGroup(() => import("./message-sound")).component("MessageSound");

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
  const thread = useTranslations("thread");
  const time = useMessageTime(message.date);
  const isCalling = message.tools?.some(({ client }) => client !== undefined) ?? false;
  const text = isCalling ? withoutFencedCall(textOf(message)) : textOf(message);
  const name = message.model || t("reply");
  const isWaiting = message.streaming && message.content.length === 0 && !message.reasoning && !message.tools;
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
      {message.reasoning && <Reasoning message={message} isThinking={Boolean(message.streaming) && text === ""} />}
      {message.tools && (
        <Suspense>
          <ToolCalls message={message} />
        </Suspense>
      )}
      {message.missingTools && (
        <Suspense>
          <MissingTools missing={message.missingTools} />
        </Suspense>
      )}
      {isWaiting && <span className={styles.waiting} aria-hidden="true" />}
      <MessageImages message={message} />
      {isEditing && <MessageEditor sessionId={sessionId} message={message} />}
      {text !== "" && !isEditing && <Markdown text={text} isLive={isLive} isLast={isLast} />}
      {message.sources && !isEditing && (
        <Suspense>
          <Sources sources={message.sources} />
        </Suspense>
      )}
      {message.error && <ReplyNotice sessionId={sessionId} message={message} hasText={text !== ""} />}
      {message.stopped && !message.error && <p className={styles.stopped}>{t("stopped")}</p>}
      {message.isCut && (
        <p className={styles.stopped}>
          {thread("cut")}{" "}
          {isLast && !isLive && (
            <Suspense>
              <RaiseLimitButton sessionId={sessionId} message={message} />
            </Suspense>
          )}
        </p>
      )}
      {message.audio_url !== undefined && (
        <Suspense>
          <MessageSound address={message.audio_url} />
        </Suspense>
      )}
      {isLast && !isLive && message.model === demoModel && (
        <Suspense>
          <DemoNext sessionId={sessionId} />
        </Suspense>
      )}
      {!isEditing && !selectable.isSelecting && <MessageActions {...actions} />}
    </article>
  );
}
