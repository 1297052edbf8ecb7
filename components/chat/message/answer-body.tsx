"use client";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Markdown } from "@/components/markdown/markdown";
import { withoutFencedCall } from "@/lib/chat/fenced-call";
import { type Message, textOf } from "@/lib/chat/message";
import { useMessageEdits } from "@/store/chats/message-edits";
import styles from "./message.module.css";
import { MessageEditor } from "./message-editor";
import { MessageImages } from "./message-images";
import { Reasoning } from "./reasoning";
import { ReplyNotice } from "./reply-notice";

const ToolCalls = lazyGroup(() => import("@/components/tools/tool-calls"), { needsMessages: false }).component(
  "ToolCalls",
);

const Sources = lazyGroup(() => import("./sources")).component("Sources");
const BlendNote = lazyGroup(() => import("./blend-note")).component("BlendNote");
const MissingTools = lazyGroup(() => import("@/components/tools/missing-tools")).component("MissingTools");

const RaiseLimitButton = lazyGroup(() => import("./raise-limit-button")).component("RaiseLimitButton");

const MessageSound = lazyGroup(() => import("./message-sound")).component("MessageSound");

interface AnswerBodyProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly isLast: boolean;
  /** Whether the reply grows. May lag behind the message, so that its last words are rendered first. */
  readonly isLive: boolean;
  /** Asks again in place of the chat's own retry. */
  readonly onRetry?: (() => void) | undefined;
}

/** The content of a reply: its reasoning, tool calls, text or editor, sources, and the error, if there is one. */
export function AnswerBody({ sessionId, message, isLast, isLive, onRetry }: AnswerBodyProps) {
  const t = useTranslations("message");
  const thread = useTranslations("thread");
  const isEditing = useMessageEdits(({ texts }) => message.id in texts);
  const isCalling = message.tools?.some(({ client }) => client !== undefined) ?? false;
  const text = isCalling ? withoutFencedCall(textOf(message)) : textOf(message);
  const isWaiting = message.streaming && message.content.length === 0 && !message.reasoning && !message.tools;
  return (
    <>
      {message.reasoning && <Reasoning message={message} isThinking={Boolean(message.streaming) && text === ""} />}
      {message.tools && (
        <Suspense>
          <ToolCalls sessionId={sessionId} message={message} />
        </Suspense>
      )}
      {message.missingTools && (
        <Suspense>
          <MissingTools missing={message.missingTools} />
        </Suspense>
      )}
      {message.blend && (
        <Suspense>
          <BlendNote blend={message.blend} />
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
      {message.error && <ReplyNotice sessionId={sessionId} message={message} hasText={text !== ""} onRetry={onRetry} />}
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
    </>
  );
}
