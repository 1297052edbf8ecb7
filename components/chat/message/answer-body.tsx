"use client";
import { Suspense } from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { Markdown } from "@/components/markdown/markdown";
import type { Message } from "@/lib/chat/message";
import { type ReplySection, sectionsOf } from "@/lib/chat/reply-sections";
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

/** The content of a reply: its reasoning, tool calls and text in their order, sources, and the error, if there is one. */
export function AnswerBody(props: AnswerBodyProps) {
  const { sessionId, message, isLast, isLive, onRetry } = props;
  const t = useTranslations("message");
  const thread = useTranslations("thread");
  const isEditing = useMessageEdits(({ texts }) => message.id in texts);
  const sections = sectionsOf(message);
  const textAt = sections.findIndex(({ kind }) => kind === "text");
  // Images and notes are rendered before the text.
  const lead = textAt === -1 ? sections.length : textAt;
  const rows = sections.map((section, index) => (
    <Section
      key={`${section.kind} ${section.from}`}
      isFirst={index === 0}
      isEnd={index === sections.length - 1}
      {...{ section, ...props }}
    />
  ));
  const hasText = textAt !== -1;
  const isWaiting = message.streaming && message.content.length === 0 && !message.reasoning && !message.tools;
  return (
    <>
      {rows.slice(0, lead)}
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
      {rows.slice(lead)}
      {message.sources && !isEditing && (
        <Suspense>
          <Sources sources={message.sources} />
        </Suspense>
      )}
      {message.error && <ReplyNotice sessionId={sessionId} message={message} hasText={hasText} onRetry={onRetry} />}
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

interface SectionProps extends AnswerBodyProps {
  readonly section: ReplySection;
  readonly isFirst: boolean;
  /** Whether it is the last section so far. */
  readonly isEnd: boolean;
}

function Section({ sessionId, message, isLast, isLive, section, isFirst, isEnd }: SectionProps) {
  const isEditing = useMessageEdits(({ texts }) => message.id in texts);
  const { streaming = false, date, reasoningMs } = message;
  if (section.kind === "text") {
    return !isEditing && <Markdown text={section.text} isLive={isLive && isEnd} isLast={isLast} />;
  }
  if (section.kind === "thought") {
    const timing = isFirst ? { since: date, ms: reasoningMs } : undefined;
    return <Reasoning text={section.text} isThinking={streaming && isEnd} {...timing} />;
  }
  return (
    <Suspense>
      <ToolCalls
        {...{ sessionId, messageId: message.id, steps: section.steps }}
        isLive={streaming}
        isLast={streaming && isEnd}
      />
    </Suspense>
  );
}
