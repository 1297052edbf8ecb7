"use client";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isChatRow, type ListRow, type ProjectRow } from "@/lib/chat/list-row";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { listRows } from "@/store/chats/list-rows";
import { projectOf } from "@/store/settings/projects";
import { targetOf } from "./use-project-drop";

/** Moves and pins of rows, each with its announcement for screen readers. A row that was moved by key keeps the focus. */
export function useListChanges(focusRow: (place: number) => void) {
  const t = useTranslations();
  const [announcement, announce] = useState("");
  const chatTitle = (session: ChatSession) => titleOf(session, t("chat.untitled"));

  function moveTo(id: string, index: number) {
    const rows = listRows();
    const place = rows.findIndex((row) => row.id === id);
    const row = rows[place];
    const isByKey = !useChatList.getState().draggedId;
    const target = targetOf(rows, { place, index, isByKey });
    if (!row || !target) return;
    if (!isChatRow(row)) return void moveProjectTo(row, target as ProjectRow).then(() => announceMove(row, isByKey));
    const { move, sessions } = useChats.getState();
    move(id, sessions.indexOf(target as ChatSession));
    if (listRows().findIndex((each) => each.id === id) !== place) announceMove(row, isByKey);
  }

  function announceMove(row: ListRow, isByKey: boolean) {
    const rows = listRows();
    const moved = rows.findIndex(({ id }) => id === row.id);
    if (isByKey) focusRow(moved);
    const title = isChatRow(row) ? chatTitle(row) : row.project.name || t("projects.untitled");
    announce(t("chatList.movedTo", { title, place: moved + 1, count: rows.length }));
  }

  function announceDrop(session: ChatSession, projectId: string | undefined) {
    const title = chatTitle(session);
    const project = projectOf({ projectId })?.name || t("projects.untitled");
    announce(projectId === undefined ? t("projects.isRemoved", { title }) : t("projects.isMoved", { title, project }));
  }

  function togglePin(session: ChatSession) {
    const { id, pinned = false } = session;
    useChats.getState().setPinned([id], !pinned);
    announce(t(pinned ? "chatList.isUnpinned" : "chatList.isPinned", { title: chatTitle(session) }));
  }

  return { announcement, announce, moveTo, announceDrop, togglePin };
}

/** Moves a project to the position of another one. */
async function moveProjectTo({ project }: ProjectRow, target: ProjectRow): Promise<void> {
  const { useProjectList } = await import("@/store/library/projects");
  const { move, projects } = useProjectList.getState();
  move(project.id, projects.indexOf(target.project));
}
