"use client";
import { memo, type RefObject, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { LiveRegion } from "@/components/ui/live-region";
import { useListeners } from "@/components/ui/use-listeners";
import { useReorder } from "@/components/ui/use-reorder";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { ChatListMenu, type MenuPlace } from "./chat-list-menu";
import { ChatSelectionBar } from "./chat-selection-bar";
import { RowActions } from "./row-actions";
import { useListKeys } from "./use-list-keys";
import { useRowCollapse } from "./use-row-collapse";
import { useSwipe } from "./use-swipe";

export { DamagedRow } from "./damaged-row";
export { RenameField } from "./rename-field";
export { SwipeActions } from "./swipe-actions";

interface ChatListInteractionsProps {
  readonly list: RefObject<HTMLUListElement | null>;
  /** Scrolls the row at an index into view. */
  readonly reveal: (place: number) => void;
  readonly isNarrow: boolean;
}

/** Keyboard, drag, swipe, selection and context menu of the chat list. Loaded when idle. */
export const ChatListInteractions = memo(function ChatListInteractions({
  list,
  reveal,
  isNarrow,
}: ChatListInteractionsProps) {
  const t = useTranslations();
  const [announcement, setAnnouncement] = useState("");
  const [menu, setMenu] = useState<MenuPlace>();
  const [hovered, setHovered] = useState<HTMLElement>();
  const isSelecting = useChatList(({ chosen }) => chosen !== null);
  const isRenaming = useChatList(({ renamingId }) => renamingId !== "");
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
    setAnnouncement(t("chatList.movedTo", { title, place: moved + 1, count: sessions.length }));
  }

  useEffect(() => useChatList.setState({ draggedId: dragged ?? "" }), [dragged]);

  useListeners(list, {
    pointerdown(event) {
      // Selecting text in the rename field is neither a drag nor a swipe.
      if (event.target instanceof HTMLInputElement) return;
      if (event.target instanceof Element && event.target.closest("[data-row-actions]")) return;
      reorder.onPointerDown(event);
      swipe.onPointerDown(event);
    },
    pointermove(event) {
      reorder.onPointerMove(event);
      swipe.onPointerMove(event);
    },
    pointerup() {
      reorder.onPointerUp();
      swipe.onPointerEnd();
    },
    pointerover({ target, pointerType }) {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-id]") : null;
      if (pointerType === "mouse") setHovered(row ?? undefined);
    },
    pointerleave() {
      setHovered(undefined);
    },
    pointercancel() {
      reorder.onPointerCancel();
      swipe.onPointerEnd();
    },
    keydown(event) {
      if (event.target instanceof HTMLInputElement) return;
      reorder.onKeyDown(event);
      if (!event.defaultPrevented) keys.press(event);
    },
    contextmenu(event) {
      const id = idOfRow(event.target);
      if (!id || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      // A resting finger may still start a drag, so its menu opens when it is lifted.
      const isTouch = "pointerType" in event && event.pointerType === "touch";
      // A context menu opened by a key has no position.
      const { clientX: x, clientY: y } = event;
      if (!isTouch) openMenu(id, x > 0 ? { x, y } : undefined);
    },
  });
  // Before the rows, which open their chats.
  useListeners(list, { click: pressed }, { capture: true });

  function pressed(event: MouseEvent) {
    for (const handle of [reorder.onClickCapture, swipe.onClickCapture, choose]) {
      if (!event.defaultPrevented) handle(event);
    }
  }

  function togglePin(session: ChatSession) {
    const { id, pinned = false } = session;
    useChats.getState().setPinned([id], !pinned);
    const title = titleOf(session, t("chat.untitled"));
    setAnnouncement(t(pinned ? "chatList.isUnpinned" : "chatList.isPinned", { title }));
  }

  const session = menu && sessionOf(useChats.getState(), menu.id);
  const hoveredSession = useChats((chats) => sessionOf(chats, hovered?.dataset.id ?? ""));
  const hasActions = hovered?.isConnected && !isNarrow && !isSelecting && dragged === null && !isRenaming;
  return (
    <>
      <LiveRegion text={announcement} />
      {hasActions &&
        hoveredSession &&
        !hoveredSession.isDamaged &&
        createPortal(<RowActions session={hoveredSession} onTogglePin={togglePin} />, hovered)}
      {isSelecting && <ChatSelectionBar isNarrow={isNarrow} />}
      <Suspense>
        {menu && session && (
          <ChatListMenu
            place={menu}
            session={session}
            list={list}
            onTogglePin={togglePin}
            onClose={() => setMenu(undefined)}
          />
        )}
      </Suspense>
    </>
  );
});

/** In selection mode, a click selects a chat; with Shift, all chats from the last clicked one. */
function choose(event: MouseEvent): void {
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

function idOfRow(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-id]")?.dataset.id : undefined;
}
