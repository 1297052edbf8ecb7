"use client";
import { useMemo } from "react";
import type { PointerInput } from "@/components/ui/use-reorder";
import { isChatRow, type ListRow } from "@/lib/chat/list-row";
import type { ChatSession } from "@/lib/chat/session";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { listRows } from "@/store/chats/list-rows";
import { projectOf, useProjects } from "@/store/settings/projects";

/** Called when a chat was dropped on a project, or out of it (`undefined`). */
type OnDrop = (session: ChatSession, projectId: string | undefined) => void;

/** Returns the pointer handlers that drop a dragged chat on the rows of another project, or of none. */
export function useProjectDrop(onDrop: OnDrop) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handlers hold the state of a drag
  return useMemo(() => createProjectDrop(onDrop), []);
}

function createProjectDrop(onDrop: OnDrop) {
  let marked: HTMLElement | undefined;

  function mark(row: HTMLElement | undefined) {
    if (row === marked) return;
    delete marked?.dataset.drop;
    if (row) row.dataset.drop = "";
    marked = row;
  }

  return {
    onPointerMove({ clientX, clientY }: PointerInput) {
      const { draggedId } = useChatList.getState();
      if (!draggedId || !useProjects.getState().arrange) return mark(undefined);
      const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("nav [data-place]");
      const dragged = listRows().find(({ id }) => id === draggedId);
      const target = listRows()[Number(under?.dataset.place ?? -1)];
      mark(under && dragged && target && isDropTarget(dragged, target) ? under : undefined);
    },
    onPointerEnd(isDropped: boolean) {
      const { draggedId } = useChatList.getState();
      const target = listRows()[Number(marked?.dataset.place ?? -1)];
      const session = useChats.getState().sessions.find(({ id }) => id === draggedId);
      mark(undefined);
      if (!isDropped || !session || !target) return;
      const projectId = projectIdOf(target);
      useChats.getState().patchSession(session.id, { projectId });
      onDrop(session, projectId);
    },
  };
}

/** Returns the id of the project to which a row belongs; undefined for other chats. */
function projectIdOf(row: ListRow): string | undefined {
  return isChatRow(row) ? projectOf(row)?.id : row.project.id;
}

/** Whether a dragged row is dropped on another one. Within a group, it is reordered instead. */
function isDropTarget(dragged: ListRow, target: ListRow): boolean {
  if (!isChatRow(dragged) || dragged.isTemporary) return false;
  // Pinned chats stay at the top, and are dropped on projects only.
  if (isChatRow(target) && (dragged.pinned || target.pinned)) return false;
  return projectIdOf(dragged) !== projectIdOf(target);
}

/** Whether a dragged row changes places with another one: both are projects, or chats of the same group. */
export function isSameGroup(dragged: ListRow, target: ListRow): boolean {
  if (!isChatRow(dragged) || !isChatRow(target)) return isChatRow(dragged) === isChatRow(target);
  if (dragged.pinned || target.pinned) return dragged.pinned === target.pinned;
  return projectIdOf(dragged) === projectIdOf(target);
}

/** A move of a row: the index of its new place, by a key or by a drag. */
interface RowMove {
  readonly place: number;
  readonly index: number;
  readonly isByKey: boolean;
}

/**
 * Returns the row whose place a moved row takes; undefined if it stays. An unfolded project passes the chats of its
 * neighbor: by key it takes the place of the next project, by a drag that of the last project which it was dragged over.
 */
export function targetOf(rows: readonly ListRow[], { place, index, isByKey }: RowMove): ListRow | undefined {
  const end = Math.min(Math.max(index, 0), rows.length - 1);
  const [row, target] = [rows[place], rows[end]];
  if (!row || !target) return undefined;
  if (isChatRow(row)) return isSameGroup(row, target) ? target : undefined;
  const passed = end > place ? rows.slice(place + 1, end + 1).toReversed() : rows.slice(end, place);
  const next = end > place ? rows.slice(end + 1) : rows.slice(0, end).toReversed();
  return [...passed, ...(isByKey ? next : [])].find((each) => !isChatRow(each));
}
