"use client";
import { type MouseEvent, memo, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { LiveRegion } from "@/components/ui/live-region";
import { type ReorderHandlers, useReorder } from "@/components/ui/use-reorder";
import { titleOf } from "@/lib/chat/session";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { ChatListMenu, type MenuPlace } from "./chat-list-menu";
import { ChatSelectionBar } from "./chat-selection-bar";
import { useListKeys } from "./use-list-keys";
import { useRowCollapse } from "./use-row-collapse";
import { useSwipe } from "./use-swipe";

export { DamagedRow } from "./damaged-row";
export { RenameField } from "./rename-field";
export { SwipeActions } from "./swipe-actions";

/** The event handlers of the list, shared by all rows. */
export type ListHandlers = ReorderHandlers & { onContextMenu(event: MouseEvent<HTMLElement>): void };

interface ChatListInteractionsProps {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Scrolls the row at an index into view. */
  readonly reveal: (place: number) => void;
  /** Called with the event handlers of the list. */
  readonly onReady: (handlers: ListHandlers) => void;
  readonly isNarrow: boolean;
}

/** Keyboard, drag, swipe, selection and context menu of the chat list. Loaded when idle. */
export const ChatListInteractions = memo(function ChatListHands({
  list,
  reveal,
  onReady,
  isNarrow,
}: ChatListInteractionsProps) {
  const t = useTranslations();
  const [announcement, setAnnouncement] = useState("");
  const [menu, setMenu] = useState<MenuPlace>();
  const isSelecting = useChatList(({ chosen }) => chosen !== null);
  const openMenu = (id: string, at?: MenuPlace["at"]) => setMenu({ id, at, isByKey: at === undefined });
  const keys = useListKeys({ list, reveal, openMenu });
  const swipe = useSwipe();
  useRowCollapse(list);
  const { dragged, handlers: reorder } = useReorder(list, moveTo, (id) => setMenu({ id, isByKey: false }));

  function moveTo(id: string, index: number) {
    const { move, sessions } = useChats.getState();
    const place = sessions.findIndex((session) => session.id === id);
    move(id, Math.min(Math.max(index, 0), sessions.length - 1));
    const moved = useChats.getState().sessions.findIndex((session) => session.id === id);
    if (moved === place) return;
    if (!useChatList.getState().draggedId) keys.focusRow(moved);
    const title = titleOf(sessions[place] ?? { topic: "" }, t("chat.untitled"));
    setAnnouncement(t("sidebar.movedTo", { title, place: moved + 1, count: sessions.length }));
  }

  useEffect(() => useChatList.setState({ draggedId: dragged ?? "" }), [dragged]);

  const latest = useRef({ keys, openMenu });
  latest.current = { keys, openMenu };

  const handlers = useMemo((): ListHandlers => {
    return {
      onPointerDown(event) {
        reorder.onPointerDown(event);
        swipe.onPointerDown(event);
      },
      onPointerMove(event) {
        reorder.onPointerMove(event);
        swipe.onPointerMove(event);
      },
      onPointerUp(event) {
        reorder.onPointerUp(event);
        swipe.onPointerEnd();
      },
      onPointerCancel(event) {
        reorder.onPointerCancel(event);
        swipe.onPointerEnd();
      },
      onClickCapture(event) {
        reorder.onClickCapture(event);
        if (!event.isPropagationStopped()) swipe.onClickCapture(event);
        if (!event.isPropagationStopped()) choose(event);
      },
      onKeyDown(event) {
        if (event.target instanceof HTMLInputElement) return;
        reorder.onKeyDown(event);
        if (!event.defaultPrevented) latest.current.keys.press(event);
      },
      onContextMenu(event) {
        const id = idOfRow(event.target);
        if (!id || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        // A resting finger may still start a drag, so its menu opens when it is lifted.
        const isTouch = "pointerType" in event.nativeEvent && event.nativeEvent.pointerType === "touch";
        // A context menu opened by a key has no position.
        const { clientX: x, clientY: y } = event;
        if (!isTouch) latest.current.openMenu(id, x > 0 ? { x, y } : undefined);
      },
    };
  }, [reorder, swipe]);

  useEffect(() => onReady(handlers), [onReady, handlers]);

  const session = menu && sessionOf(useChats.getState(), menu.id);
  return (
    <>
      <LiveRegion text={announcement} />
      {isSelecting && <ChatSelectionBar isNarrow={isNarrow} />}
      <Suspense>
        {menu && session && (
          <ChatListMenu
            place={menu}
            session={session}
            list={list}
            onAnnounce={setAnnouncement}
            onClose={() => setMenu(undefined)}
          />
        )}
      </Suspense>
    </>
  );
});

/** In selection mode, a click selects a chat; with Shift, all chats from the last clicked one. */
function choose(event: MouseEvent<HTMLElement>): void {
  const { chosen, toggle, extendTo } = useChatList.getState();
  const id = idOfRow(event.target);
  const isOnChat = event.target instanceof Element && event.target.closest("a") !== null;
  if (chosen === null || !id || !isOnChat) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) {
    const { sessions } = useChats.getState();
    extendTo(
      id,
      sessions.map((session) => session.id),
    );
  } else toggle(id);
}

function idOfRow(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-id]")?.dataset.id : undefined;
}
