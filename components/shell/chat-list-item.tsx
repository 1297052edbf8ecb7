"use client";
import { Pin, Trash2 } from "lucide-react";
import { type CSSProperties, memo, Suspense } from "react";
import { useTranslations } from "use-intl";
import { SessionAvatar } from "@/components/chat/session-avatar";
import { lazyGroup } from "@/components/lazy-group";
import { Icon } from "@/components/ui/icon";
import { rowTipProps, tipProps } from "@/components/ui/tip-props";
import { isoTime, useListDate } from "@/components/use-dates";
import { titleOf } from "@/lib/chat/session";
import { screenAddress } from "@/lib/platform/build-info";
import { useTurns } from "@/store/turns/turns";
import styles from "./chat-list.module.css";
import type { DamagedRowProps } from "./damaged-row";
import { chatHref } from "./use-chat-actions";

const interactions = lazyGroup(() => import("./chat-list-interactions"));
const DamagedRow = interactions.component("DamagedRow");
const RenameField = interactions.component("RenameField");

interface ChatListItemProps extends DamagedRowProps {
  /** Whether the chat is below its project. */
  readonly isNested: boolean;
  readonly isDragged: boolean;
  readonly isRenaming: boolean;
  readonly isSwiped: boolean;
  /** Undefined outside selection mode. */
  readonly isChosen: boolean | undefined;
  readonly isNarrow: boolean;
}

/** A chat in the list. An error in a damaged one does not affect the others. */
export const ChatListItem = memo(function ChatListItem(props: ChatListItemProps) {
  if (!props.session.isDamaged) return <ChatRow {...props} />;
  return (
    <Suspense>
      <DamagedRow {...props} />
    </Suspense>
  );
});

/** A row of the chat list: title, number of messages, date. In the narrow sidebar it is the avatar. */
function ChatRow(props: ChatListItemProps) {
  const { session, place, captions, count, isCurrent, isDragged, isChosen } = props;
  const t = useTranslations();
  const date = useListDate(session.lastUpdate);
  const title = titleOf(session, t("chat.untitled"));
  const messages = t("chat.messages", { count: session.messageCount });
  return (
    <li
      className={styles.row}
      style={{ "--place": place, "--above": captions } as CSSProperties}
      aria-setsize={count}
      aria-posinset={place + 1}
      data-id={session.id}
      data-place={place}
      data-nested={props.isNested || undefined}
      data-current={isCurrent || undefined}
      data-dragged={isDragged || undefined}
      data-chosen={isChosen}
      data-swiped={props.isSwiped || undefined}
    >
      <a
        className={styles.chat}
        href={screenAddress(chatHref(session.id))}
        draggable={false}
        tabIndex={props.isTabStop ? 0 : -1}
        aria-current={isCurrent ? "page" : undefined}
        {...(isChosen !== undefined && { role: "checkbox", "aria-checked": isChosen })}
        {...rowTipProps(`${title} · ${messages}`)}
      >
        {props.isNarrow && (
          <span className={styles.avatar}>
            <SessionAvatar session={session} />
          </span>
        )}
        <span className={styles.title} dir="auto" data-tip-text="">
          <Activity sessionId={session.id} />
          {title}
        </span>
        <span className={styles.meta}>
          <span className={styles.words}>{messages}</span>
          <span className={styles.number} aria-hidden="true">
            {session.messageCount}
          </span>
        </span>
        <span className={styles.date}>
          {session.pinned && (
            <span role="img" aria-label={t("sidebar.pinned")}>
              <Icon glyph={Pin} size="chevron" />
            </span>
          )}
          <time dateTime={isoTime(session.lastUpdate)}>{date}</time>
        </span>
      </a>
      <button
        type="button"
        className={styles.delete}
        tabIndex={-1}
        data-delete
        aria-label={t("sidebar.deleteNamed", { title })}
        {...tipProps(t("sidebar.deleteChat"), "Delete")}
      >
        <Icon glyph={Trash2} size="small" />
      </button>
      {props.isRenaming && (
        <Suspense>
          <RenameField session={session} />
        </Suspense>
      )}
    </li>
  );
}

/** A pulsing dot while the chat's reply streams, a still one if it ended unseen. */
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
