"use client";
import { useTranslations } from "use-intl";
import { classNames } from "@/components/ui/class-names";
import { previewOf } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useScrolledQuestion } from "@/store/chats/scrolled-question";
import { useSoughtMessage } from "@/store/chats/sought-message";
import styles from "./chat-header.module.css";

/** The number of messages of the chat, or a link to the question above the viewport whose answer is being read. */
export function ChatSubtitle({ sessionId }: { readonly sessionId: string }) {
  const t = useTranslations("chat");
  const count = useChats((chats) => sessionOf(chats, sessionId)?.messageCount ?? 0);
  const messageId = useScrolledQuestion(({ question }) =>
    question?.sessionId === sessionId ? question.messageId : undefined,
  );
  const question = useChats(({ messages }) => (messageId === undefined ? undefined : messages[messageId]));
  const tags = useChats((chats) => sessionOf(chats, sessionId)?.tags?.join(", "));
  if (!question) {
    return (
      <p className={styles.subtitle}>
        {t("messages", { count })}
        {tags && (
          <>
            {" · "}
            <bdi>{tags}</bdi>
          </>
        )}
      </p>
    );
  }
  const text = previewOf(question);
  return (
    <p className={classNames(styles.subtitle, styles.echo)} key={question.id}>
      <button
        type="button"
        className={styles.question}
        dir="auto"
        aria-label={t("backToQuestion", { question: text })}
        onClick={() => useSoughtMessage.getState().seek({ sessionId, messageId: question.id })}
      >
        {text}
      </button>
    </p>
  );
}
