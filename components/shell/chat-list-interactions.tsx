"use client";
import { useSearchParams } from "next/navigation";
import { type ComponentProps, memo, type RefObject, Suspense, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { lazyGroup } from "@/components/lazy-group";
import { LiveRegion } from "@/components/ui/live-region";
import { useReorder } from "@/components/ui/use-reorder";
import { isChatRow } from "@/lib/chat/list-row";
import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { listRows } from "@/store/chats/list-rows";
import { watchProjects } from "@/store/library/watch-projects";
import { ChatListMenu, type MenuPlace } from "./chat-list-menu";
import { ChatListTools } from "./chat-list-tools";
import tools from "./chat-list-tools.module.css";
import { ChatSelectionBar } from "./chat-selection-bar";
import { RowActions } from "./row-actions";
import { SwipeActions } from "./swipe-actions";
import { useListChanges } from "./use-list-changes";
import { useListEvents } from "./use-list-events";
import { useListKeys } from "./use-list-keys";
import { useProjectDrop } from "./use-project-drop";
import { useRowCollapse } from "./use-row-collapse";
import { useSwipe } from "./use-swipe";

const sidebarProjects = lazyGroup(() => import("@/components/projects/sidebar-projects"));
const ProjectAddress = sidebarProjects.component("ProjectAddress");
const ProjectMenu = sidebarProjects.component("ProjectMenu");

export { ProjectListRow } from "@/components/projects/project-list-row";
export { DamagedRow } from "./damaged-row";
export { RenameField } from "./rename-field";

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
  const [menu, setMenu] = useState<MenuPlace>();
  const [hovered, setHovered] = useState<HTMLElement>();
  const isSelecting = useChatList(({ chosen }) => chosen !== null);
  const isRenaming = useChatList(({ renamingId }) => renamingId !== "");
  const swipedId = useChatList((state) => state.swipedId);
  const openMenu = (id: string, at?: MenuPlace["at"]) => setMenu({ id, at, isByKey: at === undefined });
  const keys = useListKeys({ list, reveal, openMenu });
  const changes = useListChanges(keys.focusRow);
  const swipe = useSwipe();
  useRowCollapse(list);
  const { dragged, handlers: reorder } = useReorder(list, changes.moveTo, (id) => setMenu({ id, isByKey: false }));
  const drop = useProjectDrop(changes.announceDrop);
  useListEvents(list, { keys, swipe, reorder, drop, openMenu, onHover: setHovered });

  useEffect(watchProjects, []);
  useEffect(() => useChatList.setState({ draggedId: dragged ?? "" }), [dragged]);

  const projectId = useSearchParams().get("project");
  const hoveredSession = useChats((chats) => sessionOf(chats, hovered?.dataset.id ?? ""));
  const swiped = useChats((chats) => sessionOf(chats, swipedId));
  const swipedRow = swiped && !swiped.isDamaged && list.current?.querySelector(`[data-id="${CSS.escape(swiped.id)}"]`);
  const heading = useHeading(list);
  const hasActions = hovered?.isConnected && !isNarrow && !isSelecting && dragged === null && !isRenaming;
  const { announcement, announce, togglePin } = changes;
  return (
    <>
      <LiveRegion text={announcement} />
      {hasActions &&
        hoveredSession &&
        !hoveredSession.isDamaged &&
        createPortal(<RowActions session={hoveredSession} onTogglePin={togglePin} />, hovered)}
      {swipedRow && createPortal(<SwipeActions key={swiped.id} session={swiped} onTogglePin={togglePin} />, swipedRow)}
      {heading && createPortal(<ChatListTools onNewProject={startProject} onAnnounce={announce} />, heading)}
      {isSelecting && <ChatSelectionBar isNarrow={isNarrow} />}
      <Suspense>
        {menu && <RowMenu place={menu} list={list} onTogglePin={togglePin} onClose={() => setMenu(undefined)} />}
        {projectId !== null && <ProjectAddress projectId={projectId} reveal={reveal} />}
      </Suspense>
    </>
  );
});

type RowMenuProps = Omit<ComponentProps<typeof ChatListMenu>, "session">;

/** The menu of a chat or of a project. */
function RowMenu(props: RowMenuProps) {
  const { place, list, onClose } = props;
  const session = sessionOf(useChats.getState(), place.id);
  if (session) return <ChatListMenu {...props} session={session} />;
  const row = listRows().find(({ id }) => id === place.id);
  if (!row || isChatRow(row)) return null;
  return <ProjectMenu {...place} at={place.at} project={row.project} list={list} onClose={onClose} />;
}

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
