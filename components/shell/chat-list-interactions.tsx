"use client";
import { useSearchParams } from "next/navigation";
import { memo, type RefObject, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { LiveRegion } from "@/components/ui/live-region";
import { useListeners } from "@/components/ui/use-listeners";
import { useReorder } from "@/components/ui/use-reorder";
import { isChatRow, type ProjectRow } from "@/lib/chat/list-row";
import { type ChatSession, titleOf } from "@/lib/chat/session";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { listedChats, listRows } from "@/store/chats/list-rows";
import { watchProjects } from "@/store/library/watch-projects";
import { projectOf } from "@/store/settings/projects";
import { ChatListMenu, type MenuPlace } from "./chat-list-menu";
import { ChatListTools } from "./chat-list-tools";
import tools from "./chat-list-tools.module.css";
import { ChatSelectionBar } from "./chat-selection-bar";
import { RowActions } from "./row-actions";
import { useListKeys } from "./use-list-keys";
import { targetOf, useProjectDrop } from "./use-project-drop";
import { useRowCollapse } from "./use-row-collapse";
import { useSwipe } from "./use-swipe";

const sidebarProjects = lazyGroup(() => import("@/components/projects/sidebar-projects"));
const ProjectAddress = sidebarProjects.component("ProjectAddress");
const ProjectMenu = sidebarProjects.component("ProjectMenu");

export { ProjectListRow } from "@/components/projects/project-list-row";
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
    const rows = listRows();
    const place = rows.findIndex((row) => row.id === id);
    const row = rows[place];
    const isByKey = !useChatList.getState().draggedId;
    const target = targetOf(rows, { place, index, isByKey });
    if (!row || !target) return;
    if (!isChatRow(row)) return void moveProjectTo(row, target as ProjectRow).then(() => announceMove(row, isByKey));
    const { move, sessions } = useChats.getState();
    move(id, sessions.indexOf(target as ChatSession));
    const moved = listRows().findIndex((each) => each.id === id);
    if (moved === place) return;
    if (isByKey) keys.focusRow(moved);
    const title = titleOf(row, t("chat.untitled"));
    setAnnouncement(t("chatList.movedTo", { title, place: moved + 1, count: rows.length }));
  }

  function announceMove({ id, project }: ProjectRow, isByKey: boolean) {
    const rows = listRows();
    const moved = rows.findIndex((each) => each.id === id);
    if (isByKey) keys.focusRow(moved);
    const title = project.name || t("projects.untitled");
    setAnnouncement(t("chatList.movedTo", { title, place: moved + 1, count: rows.length }));
  }

  const drop = useProjectDrop((session, projectId) => {
    const title = titleOf(session, t("chat.untitled"));
    const project = projectOf({ projectId })?.name || t("projects.untitled");
    setAnnouncement(
      projectId === undefined ? t("projects.isRemoved", { title }) : t("projects.isMoved", { title, project }),
    );
  });

  useEffect(watchProjects, []);
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
      if (pointerType === "mouse") setHovered(row ?? undefined);
    },
    pointerleave() {
      setHovered(undefined);
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
  const menuRow = menu && !session ? listRows().find(({ id }) => id === menu.id) : undefined;
  const projectId = useSearchParams().get("project");
  const hoveredSession = useChats((chats) => sessionOf(chats, hovered?.dataset.id ?? ""));
  const heading = useHeading(list);
  const hasActions = hovered?.isConnected && !isNarrow && !isSelecting && dragged === null && !isRenaming;
  return (
    <>
      <LiveRegion text={announcement} />
      {hasActions &&
        hoveredSession &&
        !hoveredSession.isDamaged &&
        createPortal(<RowActions session={hoveredSession} onTogglePin={togglePin} />, hovered)}
      {heading && createPortal(<ChatListTools onNewProject={startProject} onAnnounce={setAnnouncement} />, heading)}
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
        {menu && menuRow && !isChatRow(menuRow) && (
          <ProjectMenu
            {...menu}
            at={menu.at}
            project={menuRow.project}
            list={list}
            onClose={() => setMenu(undefined)}
          />
        )}
        {projectId !== null && <ProjectAddress projectId={projectId} reveal={reveal} />}
      </Suspense>
    </>
  );
});

/** Creates a project, and opens it for editing. */
function startProject(): void {
  sidebarProjects
    .load()
    .then(({ createProject }) => createProject(""))
    .catch((thrown: unknown) => report(toAppError(thrown)));
}

/** Returns the element with the heading above the list, which the first screen renders without buttons. */
function useHeading(list: RefObject<HTMLUListElement | null>): Element | null {
  const [heading, setHeading] = useState<Element | null>(null);
  useEffect(() => {
    const found = list.current?.closest("nav")?.previousElementSibling ?? null;
    found?.classList.add(tools.around ?? "");
    setHeading(found);
    return () => found?.classList.remove(tools.around ?? "");
  }, [list]);
  return heading;
}

/** Moves a project to the position of another one. */
async function moveProjectTo({ project }: ProjectRow, target: ProjectRow): Promise<void> {
  const { useProjectList } = await import("@/store/library/projects");
  const { move, projects } = useProjectList.getState();
  move(project.id, projects.indexOf(target.project));
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
