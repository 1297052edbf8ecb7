"use client";
import type { RefObject } from "react";
import { flushSync } from "react-dom";
import { isRightToLeft } from "@/components/ui/direction";
import type { KeyInput } from "@/components/ui/use-reorder";
import { isChatRow, projectRowId } from "@/lib/chat/list-row";
import { useUi } from "@/store/base/ui";
import { useChatList } from "@/store/chats/chat-list";
import { listedChats, listRows } from "@/store/chats/list-rows";
import { projectOf } from "@/store/settings/projects";
import { useChatActions } from "./use-chat-actions";

interface ListKeysOptions {
  readonly list: RefObject<HTMLElement | null>;
  readonly reveal: (place: number) => void;
  readonly openMenu: (id: string) => void;
}

function foldButton(rowId: string): string {
  return `[data-id="${CSS.escape(rowId)}"] [data-fold]`;
}

/** Returns the id of the project at an index of the rows; undefined for a chat. */
function projectAt(place: number): string | undefined {
  const row = listRows()[place];
  return row && !isChatRow(row) ? row.project.id : undefined;
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
 * renames, Delete deletes, Esc ends the selection. The menu key or Shift F10 opens the menu. The arrow to the side
 * folds and unfolds a project.
 */
export function useListKeys({ list, reveal, openMenu }: ListKeysOptions) {
  const { remove } = useChatActions();

  /** Focuses the row at an index, which is rendered for that if necessary. */
  function focusRow(place: number) {
    const id = listRows()[place]?.id;
    if (id === undefined) return;
    flushSync(() => useChatList.setState({ activeId: id }));
    flushSync(() => reveal(place));
    const selector = `[data-id="${CSS.escape(id)}"] :is(a, [data-fold])`;
    list.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  function removeAt(place: number, id: string) {
    const chosen = Object.keys(useChatList.getState().chosen ?? {});
    remove(...(chosen.length > 0 ? chosen : [id]));
    useChatList.getState().endSelection();
    focusRow(Math.min(place, listRows().length - 1));
  }

  /** Extends the selection over the chats from one row to another. Rows of projects are passed over. */
  function selectTo(place: number, next: number) {
    const rows = listRows();
    const passed = place < next ? rows.slice(place, next + 1) : rows.slice(next, place + 1).reverse();
    const chats = passed.filter(isChatRow);
    const [first] = chats;
    const last = chats.at(-1);
    if (!first || !last) return;
    if (useChatList.getState().lastId === "") useChatList.getState().toggle(first.id);
    useChatList.getState().extendTo(
      last.id,
      listedChats().map(({ id }) => id),
    );
  }

  function walk(event: KeyInput, place: number): boolean {
    const step = steps.get(event.key);
    if (step === undefined) return false;
    const rows = listRows();
    const next = Math.min(Math.max(place + step, 0), rows.length - 1);
    if (event.shiftKey) selectTo(place, next);
    focusRow(next);
    return true;
  }

  /** Unfolds and folds a project; a fold key on a chat moves to its project. */
  function fold(event: KeyInput, place: number): boolean {
    const isUnfolding = event.key === (isRightToLeft(event.target as Element) ? "ArrowLeft" : "ArrowRight");
    if (!isUnfolding && event.key !== "ArrowLeft" && event.key !== "ArrowRight") return false;
    const row = listRows()[place];
    if (row && !isChatRow(row)) {
      if (row.isFolded === isUnfolding) list.current?.querySelector<HTMLElement>(foldButton(row.id))?.click();
      return true;
    }
    const projectId = row && projectOf(row)?.id;
    if (isUnfolding || projectId === undefined) return false;
    focusRow(listRows().findIndex(({ id }) => id === projectRowId(projectId)));
    return true;
  }

  function actOnProject(event: KeyInput, rowId: string, projectId: string): boolean {
    switch (event.key) {
      case "F2":
        useUi.getState().openDialog({ kind: "project", projectId });
        return true;
      case "Delete":
        useUi.getState().openDialog({ kind: "delete-project", projectId });
        return true;
      case "ContextMenu":
        openMenu(rowId);
        return true;
      case "F10":
        if (event.shiftKey) openMenu(rowId);
        return event.shiftKey;
      default:
        return false;
    }
  }

  function act(event: KeyInput, place: number, id: string): boolean {
    const projectId = projectAt(place);
    if (projectId !== undefined) return actOnProject(event, id, projectId);
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
    if (id === undefined || event.target.closest("a, [data-fold]") === null) return;
    const place = listRows().findIndex((each) => each.id === id);
    if (!walk(event, place) && !fold(event, place) && !act(event, place, id)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return { press, focusRow };
}
