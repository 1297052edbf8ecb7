"use client";
import { Suspense, useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { useAppendToDraft } from "@/components/chat/composer/use-append-to-draft";
import { lazyGroup } from "@/components/lazy-group";
import { Markdown } from "@/components/markdown/markdown";
import { EmojiAvatar } from "@/components/ui/avatar";
import { useMessageTime } from "@/components/use-message-time";
import { imagesOf, type Message, textOf } from "@/lib/chat/message";
import { questionSegments } from "@/lib/chat/question-segments";
import { splitFiles } from "@/lib/chat/text-file";
import { useMessageEdits } from "@/store/chats/message-edits";
import { useSettings } from "@/store/settings/settings";
import styles from "./message.module.css";
import { MessageActions, MessageMenu } from "./message-actions";
import { MessageEditor } from "./message-editor";
import { MessageGutter } from "./message-gutter";
import { MessageImages } from "./message-images";
import { useSelectable } from "./use-selectable";

/** Limits above which a question is collapsed, in lines, and in characters of about as many lines. */
const foldLines = 12;
const foldChars = 1500;
/** Maximum length of a text that is rendered as Markdown, in characters: parsing a longer one would block the tab. */
const plainChars = 50_000;

const FencedResponse = lazyGroup(() => import("@/components/tools/fenced-response")).component("FencedResponse");

const MessageFiles = lazyGroup(() => import("./message-files")).component("MessageFiles");

const UnsentImages = lazyGroup(() => import("./unsent-images")).component("UnsentImages");

const MessageSound = lazyGroup(() => import("./message-sound")).component("MessageSound");

interface QuestionProps {
  readonly sessionId: string;
  readonly message: Message;
  readonly previousId: string | undefined;
  readonly isLast: boolean;
}

/** A message of the user, collapsed if it is long; a tool's result is shown as a row. */
export function Question(props: QuestionProps) {
  return props.message.isMcpResponse ? <ToolResponse {...props} /> : <OwnQuestion {...props} />;
}

/** The result of a tool call that the previous reply wrote as text; not a question. */
function ToolResponse({ message }: QuestionProps) {
  return (
    <article className={styles.turn} data-message={message.id}>
      <Suspense>
        <FencedResponse message={message} />
      </Suspense>
    </article>
  );
}

function OwnQuestion(props: QuestionProps) {
  const { sessionId, message } = props;
  const isEditing = useMessageEdits(({ texts }) => message.id in texts);
  const selectable = useSelectable(sessionId, message.id);
  const intoBox = useAppendToDraft(sessionId, message);
  const { text, files } = useMemo(() => splitFiles(textOf(message)), [message]);
  const actions = { ...props, onEdit: () => useMessageEdits.getState().begin(message.id, text) };
  const t = useTranslations();
  const avatar = useSettings((settings) => settings.avatar);
  const time = useMessageTime(message.date);
  const [isOpen, setOpen] = useState(false);
  const isLong = text.length > foldChars || text.split("\n", foldLines + 1).length > foldLines;
  const isFolded = isLong && !isOpen;
  return (
    <article
      className={`${styles.turn} ${styles.user}`}
      aria-label={t("message.by", { name: t("app.you"), time })}
      data-message={message.id}
      {...selectable.props}
      {...intoBox}
    >
      <div className={styles.by}>
        <MessageGutter sessionId={sessionId} messageId={message.id}>
          <EmojiAvatar code={avatar} />
        </MessageGutter>
        <span className={styles.name}>{t("app.you")}</span>
        <time>{time}</time>
        <MessageMenu {...actions} />
      </div>
      <div className={styles.own} data-editing={isEditing || undefined}>
        <div data-with-files={files.length > 0 || undefined}>
          <MessageImages message={message} />
          {imagesOf(message).length > 0 && (
            <Suspense>
              <UnsentImages sessionId={sessionId} />
            </Suspense>
          )}
          {isEditing && <MessageEditor sessionId={sessionId} message={message} />}
          {!isEditing && text !== "" && (
            <div className={styles.question} data-folded={isFolded || undefined}>
              <QuestionText text={isFolded ? beginningOf(text) : text} />
            </div>
          )}
          {isFolded && !isEditing && (
            <button type="button" className={styles.unfold} onClick={() => setOpen(true)}>
              {t("message.showAll")}
            </button>
          )}
          {files.length > 0 && (
            <Suspense>
              <MessageFiles messageId={message.id} files={files} />
            </Suspense>
          )}
          {message.audio_url !== undefined && (
            <Suspense>
              <MessageSound address={message.audio_url} />
            </Suspense>
          )}
        </div>
        {!isEditing && !selectable.isSelecting && <MessageActions {...actions} />}
      </div>
    </article>
  );
}

function QuestionText({ text }: { text: string }) {
  const segments = useMemo(() => (text.length > plainChars ? [] : questionSegments(text)), [text]);
  if (text.length > plainChars) return <p className={styles.plain}>{text}</p>;
  if (segments.every(({ kind }) => kind === "markdown")) return <Markdown text={text} />;
  return segments.map((segment, index) =>
    segment.kind === "code" ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment is only identified by its index
      <pre key={index} className={styles.asWritten}>
        {segment.text}
      </pre>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment is only identified by its index
      <Markdown key={index} text={segment.text} />
    ),
  );
}

/** Returns the first lines of a long text, limited to the characters that fit. */
function beginningOf(text: string): string {
  return text.slice(0, foldChars).split("\n", foldLines).join("\n");
}
