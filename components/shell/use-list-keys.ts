"use client";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import type { KeyInput } from "@/components/ui/use-reorder";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { useChatActions } from "./use-chat-actions";

interface ListKeysOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly reveal: (place: number) => void;
  readonly openMenu: (id: string) => void;
}

/** Number of rows that Page Up and Page Down move. */
const page = 10;

const steps: ReadonlyMap<string, number> = new Map([
  ["ArrowDown", 1],
  ["ArrowUp", -1],
  ["PageDown", page],
  ["PageUp", -page],
  ["End", Number.POSITIVE_INFINITY],
  ["Home", Number.NEGATIVE_INFINITY],
]);

/**
 * Returns the keyboard handlers of the chat list. Arrows, Home and End move; with Shift they select. Space selects, F2
 * renames, Delete deletes, Esc ends the selection. The menu key or Shift F10 opens the menu.
 */
export function useListKeys({ list, reveal, openMenu }: ListKeysOptions) {
  const { remove } = useChatActions();

  /** Focuses the row at an index, which is rendered for that if necessary. */
  function focusRow(place: number) {
    const id = useChats.getState().sessions[place]?.id;
    if (id === undefined) return;
    flushSync(() => useChatList.setState({ activeId: id }));
    flushSync(() => reveal(place));
    list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] a`)?.focus({ preventScroll: true });
  }

  function removeAt(place: number, id: string) {
    const chosen = Object.keys(useChatList.getState().chosen ?? {});
    remove(...(chosen.length > 0 ? chosen : [id]));
    useChatList.getState().endSelection();
    focusRow(Math.min(place, useChats.getState().sessions.length - 1));
  }

  function selectTo(id: string, nextId: string | undefined) {
    const { lastId, toggle, extendTo } = useChatList.getState();
    if (lastId === "") toggle(id);
    const { sessions } = useChats.getState();
    if (nextId !== undefined) {
      extendTo(
        nextId,
        sessions.map((session) => session.id),
      );
    }
  }

  function walk(event: KeyInput, place: number, id: string): boolean {
    const step = steps.get(event.key);
    if (step === undefined) return false;
    const { sessions } = useChats.getState();
    const next = Math.min(Math.max(place + step, 0), sessions.length - 1);
    if (event.shiftKey) selectTo(id, sessions[next]?.id);
    focusRow(next);
    return true;
  }

  function act(event: KeyInput, place: number, id: string): boolean {
    const { chosen, toggle, endSelection } = useChatList.getState();
    switch (event.key) {
      case " ":
        toggle(id);
        return true;
      case "F2":
        useChatList.setState({ renamingId: id });
        return true;
      case "Delete":
        removeAt(place, id);
        return true;
      case "ContextMenu":
        openMenu(id);
        return true;
      case "F10":
        if (event.shiftKey) openMenu(id);
        return event.shiftKey;
      case "Escape":
        endSelection();
        return chosen !== null;
      default:
        return false;
    }
  }

  function press(event: KeyInput) {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    const row = event.target.closest<HTMLElement>("[data-id]");
    const id = row?.dataset.id;
    if (id === undefined || event.target.closest("a") === null) return;
    const place = useChats.getState().sessions.findIndex((session) => session.id === id);
    if (!walk(event, place, id) && !act(event, place, id)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { press, focusRow };
}
