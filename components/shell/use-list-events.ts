"use client";
import type { RefObject } from "react";
import { useListeners } from "@/components/ui/use-listeners";
import type { useReorder } from "@/components/ui/use-reorder";
import { useChatList } from "@/store/chats/chat-list";
import { listedChats } from "@/store/chats/list-rows";
import type { MenuPlace } from "./chat-list-menu";
import type { useListKeys } from "./use-list-keys";
import type { useProjectDrop } from "./use-project-drop";
import type { useSwipe } from "./use-swipe";

interface ListEventsOptions {
  readonly keys: ReturnType<typeof useListKeys>;
  readonly swipe: ReturnType<typeof useSwipe>;
  readonly reorder: ReturnType<typeof useReorder>["handlers"];
  readonly drop: ReturnType<typeof useProjectDrop>;
  readonly openMenu: (id: string, at?: MenuPlace["at"]) => void;
  readonly onHover: (row: HTMLElement | undefined) => void;
}

/** Passes the events of the list on to its gestures, keys and menus. */
export function useListEvents(list: RefObject<HTMLElement | null>, options: ListEventsOptions): void {
  const { keys, swipe, reorder, drop, openMenu, onHover } = options;

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
      drop.onPointerMove(event);
      swipe.onPointerMove(event);
    },
    pointerup() {
      drop.onPointerEnd(true);
      reorder.onPointerUp();
      swipe.onPointerEnd();
    },
    pointerover({ target, pointerType }) {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-id]") : null;
      if (pointerType === "mouse") onHover(row ?? undefined);
    },
    pointerleave() {
      onHover(undefined);
    },
    pointercancel() {
      drop.onPointerEnd(false);
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

  function click(event: MouseEvent) {
    for (const handle of [reorder.onClickCapture, swipe.onClickCapture, choose]) {
      if (!event.defaultPrevented) handle(event);
    }
  }
  // Before the rows, which open their chats.
  useListeners(list, { click }, { capture: true });
}

/** In selection mode, a click selects a chat; with Shift, all chats from the last clicked one. */
function choose(event: MouseEvent): void {
  const { chosen, toggle, extendTo } = useChatList.getState();
  const id = idOfRow(event.target);
  const isOnChat = event.target instanceof Element && event.target.closest("a") !== null;
  if (chosen === null || !id || !isOnChat) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) {
    extendTo(
      id,
      listedChats().map((session) => session.id),
    );
  } else toggle(id);
}

function idOfRow(target: EventTarget | null): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>("[data-id]")?.dataset.id : undefined;
}
