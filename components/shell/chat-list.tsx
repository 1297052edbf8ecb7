"use client";
import { usePathname, useRouter } from "next/navigation";
import { type MouseEvent, type UIEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { LiveRegion } from "@/components/ui/live-region";
import { useReorder } from "@/components/ui/use-reorder";
import { titleOf } from "@/lib/chat/session";
import { useChats } from "@/store/chats";
import styles from "./chat-list.module.css";
import { ChatListItem } from "./chat-list-item";

/** How many rows are drawn at first and with each approach to the end of the list. */
const rowsAtOnce = 100;
/** Pixels before the end at which more rows are drawn. */
const nearEnd = 1000;

/** The chats, newest on top; dragged, or moved with Alt Shift and the arrows. */
export function ChatList() {
  const t = useTranslations();
  const router = useRouter();
  const sessions = useChats((chats) => chats.sessions);
  const currentId = useChats((chats) => chats.currentId);
  const [announcement, setAnnouncement] = useState("");
  const [limit, setLimit] = useState(rowsAtOnce);
  // What a person wants first is to write: the chats are drawn right behind the message box.
  const isDue = useDeferredValue(true, false);
  const currentPlace = useMemo(() => sessions.findIndex(({ id }) => id === currentId), [sessions, currentId]);
  const list = useRef<HTMLUListElement>(null);
  const pathname = usePathname();
  const isChatShown = pathname === "/" || pathname.startsWith("/chat");
  const { dragged, handlers } = useReorder(list, (id, index) => {
    const { move, sessions: before } = useChats.getState();
    const place = Math.min(Math.max(index, 0), before.length - 1);
    move(id, place);
    const moved = before.find((session) => session.id === id);
    const title = titleOf(moved ?? { topic: "" }, t("chat.untitled"));
    setAnnouncement(t("sidebar.movedTo", { title, place: place + 1, count: before.length }));
  });

  function drawMore({ currentTarget: view }: UIEvent<HTMLElement>) {
    const rest = view.scrollHeight - view.scrollTop - view.clientHeight;
    if (rest < nearEnd && limit < sessions.length) setLimit(limit + rowsAtOnce);
  }

  function goHome(event: MouseEvent<HTMLElement>) {
    if (event.target === event.currentTarget) router.push("/");
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the chats leads home (§1.2); for the keyboard the mark does
    <nav className={styles.chats} aria-label={t("sidebar.chats")} onClick={goHome} onScroll={drawMore}>
      <ul ref={list} {...handlers}>
        {sessions.slice(0, isDue ? Math.max(limit, currentPlace + rowsAtOnce) : 0).map((session) => (
          <ChatListItem
            key={session.id}
            session={session}
            isCurrent={isChatShown && session.id === currentId}
            isDragged={dragged === session.id}
          />
        ))}
      </ul>
      <LiveRegion text={announcement} />
    </nav>
  );
}
