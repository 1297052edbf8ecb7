"use client";
import { Pin, PinOff, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { Icon } from "@/components/ui/icon";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { useChatList } from "@/store/chats/chat-list";
import styles from "./swipe-actions.module.css";
import { useChatActions } from "./use-chat-actions";

interface SwipeActionsProps {
  readonly session: ChatSession;
  readonly onTogglePin: (session: ChatSession) => void;
}

/** The actions that a swipe reveals beside a chat; its menu has the same. */
export function SwipeActions({ session, onTogglePin }: SwipeActionsProps) {
  const t = useTranslations();
  const { remove } = useChatActions();
  const actions = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const row = actions.current?.closest<HTMLElement>("[data-id]");
    // A touch anywhere else closes the actions.
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !row?.contains(target)) close();
    };
    const stop = new AbortController();
    addEventListener("pointerdown", leave, { capture: true, signal: stop.signal });
    addEventListener("scroll", close, { capture: true, signal: stop.signal });
    return () => {
      stop.abort();
      row?.style.removeProperty("--swipe");
    };
  }, []);

  function pin() {
    onTogglePin(session);
    close();
  }

  function removeIt() {
    close();
    remove(session.id);
  }

  return (
    <div ref={actions} className={styles.actions}>
      <button type="button" className={styles.pin} onClick={pin}>
        <Icon glyph={session.pinned ? PinOff : Pin} />
        {t(session.pinned ? "chatList.unpin" : "chatList.pin")}
      </button>
      <button
        type="button"
        className={styles.delete}
        aria-label={t("sidebar.deleteNamed", { title: titleOf(session, t("chat.untitled")) })}
        onClick={removeIt}
      >
        <Icon glyph={Trash2} />
        {t("thread.deleteSelected")}
      </button>
    </div>
  );
}

function close(): void {
  useChatList.setState({ swipedId: "" });
}
