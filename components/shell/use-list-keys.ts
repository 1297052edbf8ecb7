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

/** A press of a key on a row of the chat list. */
interface RowPress {
  readonly event: KeyInput;
  /** Index of the row. */
  readonly place: number;
  readonly id: string;
}

/** Focuses the row at an index. */
type FocusRow = (place: number) => void;

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

  function removeRow(place: number, id: string) {
    const chosen = Object.keys(useChatList.getState().chosen ?? {});
    remove(...(chosen.length > 0 ? chosen : [id]));
    useChatList.getState().endSelection();
    focusRow(Math.min(place, listRows().length - 1));
  }

  function press(event: KeyInput) {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    const id = event.target.closest<HTMLElement>("[data-id]")?.dataset.id;
    if (id === undefined || event.target.closest("a, [data-fold]") === null) return;
    const press = { event, place: listRows().findIndex((each) => each.id === id), id };
    if (!walk(press, focusRow) && !fold(press, list.current, focusRow) && !act(press)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function act(press: RowPress): boolean {
    if (isMenuKey(press.event)) {
      openMenu(press.id);
      return true;
    }
    const projectId = projectAt(press.place);
    return projectId === undefined ? actOnChat(press, removeRow) : actOnProject(press, projectId);
  }

  return { press, focusRow };
}

/** Moves to another row. With Shift, the chats on the way are selected. */
function walk({ event, place }: RowPress, focusRow: FocusRow): boolean {
  const step = steps.get(event.key);
  if (step === undefined) return false;
  const next = Math.min(Math.max(place + step, 0), listRows().length - 1);
  if (event.shiftKey) selectTo(place, next);
  focusRow(next);
  return true;
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

/** Unfolds and folds a project; a fold key on a chat moves to its project. */
function fold({ event, place }: RowPress, list: HTMLElement | null, focusRow: FocusRow): boolean {
  const isUnfolding = event.key === (isRightToLeft(event.target as Element) ? "ArrowLeft" : "ArrowRight");
  if (!isUnfolding && event.key !== "ArrowLeft" && event.key !== "ArrowRight") return false;
  const row = listRows()[place];
  if (row && !isChatRow(row)) {
    if (row.isFolded === isUnfolding) list?.querySelector<HTMLElement>(foldButton(row.id))?.click();
    return true;
  }
  const projectId = row && projectOf(row)?.id;
  if (isUnfolding || projectId === undefined) return false;
  focusRow(listRows().findIndex(({ id }) => id === projectRowId(projectId)));
  return true;
}

/** Whether a key opens the menu of the focused element. */
function isMenuKey({ key, shiftKey }: RowPress["event"]): boolean {
  return key === "ContextMenu" || (key === "F10" && shiftKey);
}

function actOnProject({ event }: RowPress, projectId: string): boolean {
  switch (event.key) {
    case "F2":
      useUi.getState().openDialog({ kind: "project", projectId });
      return true;
    case "Delete":
      useUi.getState().openDialog({ kind: "delete-project", projectId });
      return true;
    default:
      return false;
  }
}

function actOnChat({ event, place, id }: RowPress, removeRow: (place: number, id: string) => void): boolean {
  const { chosen, toggle, endSelection } = useChatList.getState();
  switch (event.key) {
    case " ":
      toggle(id);
      return true;
    case "F2":
      useChatList.setState({ renamingId: id });
      return true;
    case "Delete":
      removeRow(place, id);
      return true;
    case "Escape":
      endSelection();
      return chosen !== null;
    default:
      return false;
  }
}
