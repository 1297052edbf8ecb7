"use client";
import { Trash2 } from "lucide-react";
import { type MouseEvent, memo, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { SessionAvatar } from "@/components/chat/session-avatar";
import { Icon } from "@/components/ui/icon";
import { tipProps } from "@/components/ui/tip-props";
import { useListDate } from "@/components/use-dates";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { basePath } from "@/lib/platform/build-info";
import { useTurns } from "@/store/turns";
import styles from "./chat-list.module.css";
import { chatHref, useChatActions } from "./use-chat-actions";

interface ChatListItemProps {
  readonly session: ChatSession;
  readonly isCurrent: boolean;
  readonly isDragged: boolean;
}

/** A chat in the list: title, number of messages, date; its avatar when the sidebar is narrow. */
export const ChatListItem = memo(function ChatListItem({ session, isCurrent, isDragged }: ChatListItemProps) {
  const t = useTranslations();
  const { open, remove } = useChatActions();
  const date = useListDate(session.lastUpdate);
  const row = useRef<HTMLLIElement>(null);
  const title = titleOf(session, t("chat.untitled"));

  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCurrent]);

  /** With a key held, the browser does what it does with links: a new tab, a new window. */
  function follow(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(session.id);
  }

  return (
    <li
      ref={row}
      className={styles.row}
      data-id={session.id}
      data-current={isCurrent || undefined}
      data-dragged={isDragged || undefined}
    >
      <a
        className={styles.chat}
        href={basePath + chatHref(session.id)}
        draggable={false}
        onClick={follow}
        aria-current={isCurrent ? "page" : undefined}
        {...tipProps(`${title} · ${t("chat.messages", { count: session.messageCount })}`)}
      >
        <span className={styles.avatar}>
          <SessionAvatar session={session} />
        </span>
        <span className={styles.title} dir="auto">
          <Activity sessionId={session.id} />
          {title}
        </span>
        <span className={styles.meta}>
          <span className={styles.words}>{t("chat.messages", { count: session.messageCount })}</span>
          <span className={styles.number} aria-hidden="true">
            {session.messageCount}
          </span>
        </span>
        <time className={styles.date} dateTime={new Date(session.lastUpdate).toISOString()}>
          {date}
        </time>
      </a>
      <button
        type="button"
        className={styles.delete}
        aria-label={t("sidebar.deleteNamed", { title })}
        // The second press of a double click would hit the chat that has moved up.
        onClick={(event) => event.detail <= 1 && remove(session.id)}
        {...tipProps(t("sidebar.deleteChat"))}
      >
        <Icon glyph={Trash2} size="small" />
      </button>
    </li>
  );
});

/** A breathing dot while the chat's reply streams, a still one when it ended unseen. */
function Activity({ sessionId }: { sessionId: string }) {
  const t = useTranslations("sidebar");
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const isUnseen = useTurns((turns) => sessionId in turns.unseen);
  if (!isAnswering && !isUnseen) return null;
  return (
    <span
      className={styles.dot}
      data-live={isAnswering || undefined}
      role="img"
      aria-label={t(isAnswering ? "answering" : "unseen")}
    />
  );
}
