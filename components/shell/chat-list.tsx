"use client";
import { usePathname, useRouter } from "next/navigation";
import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { useTranslations } from "use-intl";
import { lazyGroup } from "@/components/lazy-group";
import { useIdle } from "@/components/ui/use-idle";
import { useVisibleRows } from "@/components/ui/use-visible-rows";
import { captionsUpTo } from "@/components/ui/virtual-window";
import { isChatRow } from "@/lib/chat/list-row";
import type { ChatSession } from "@/lib/chat/session";
import { useChatList } from "@/store/chats/chat-list";
import { useChats } from "@/store/chats/chats";
import { listRows } from "@/store/chats/list-rows";
import { openThread } from "@/store/chats/thread";
import { useProjects } from "@/store/settings/projects";
import styles from "./chat-list.module.css";
import { ChatListItem } from "./chat-list-item";
import { useChatActions } from "./use-chat-actions";
import { useCaptionLabel, useListCaptions } from "./use-list-captions";

/** Keyboard, drag, swipe, menu and selection, lazy-loaded. */
const interactions = lazyGroup(() => import("./chat-list-interactions"));
const ChatListInteractions = interactions.component("ChatListInteractions");
const ProjectListRow = interactions.component("ProjectListRow");

const none: readonly ChatSession[] = [];

/** The chats, pinned and then newest first. Of thousands, only those near the viewport are in the page. */
export function ChatList({ isNarrow }: { readonly isNarrow: boolean }) {
  const t = useTranslations();
  const router = useRouter();
  const { open, remove } = useChatActions();
  // Users want to write first, so the list renders after the message box.
  const isDue = useDeferredValue(true, false);
  const { rows, captions, column, isNested } = useRows(isDue);
  const currentId = useChats((chats) => chats.currentId);
  const { activeId, renamingId, swipedId, draggedId, chosen } = useChatList();
  const view = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { span, look, reveal } = useVisibleRows(view, column);
  const isIdle = useIdle();
  const pathname = usePathname();
  const isChatShown = pathname === "/" || pathname.startsWith("/chat");
  const places = useMemo(() => new Map(rows.map(({ id }, place) => [id, place])), [rows]);
  const tabStopId = places.has(activeId) ? activeId : currentId;
  const drawn = renderedIndexes(span, rows.length, [places.get(tabStopId), places.get(draggedId)]);
  useRevealedChat(currentId, isDue, reveal);

  function goHome(event: MouseEvent<HTMLElement>) {
    if (event.target === event.currentTarget || event.target === list.current) router.push("/");
  }

  /** With a modifier key, the browser handles the link: a new tab or window. */
  function press(event: MouseEvent<HTMLElement>) {
    const target = event.target as Element;
    const id = idOfRow(target);
    if (event.defaultPrevented || !id) return;
    if (target.closest("[data-delete]")) {
      // Ignore the second click of a double-click: it would hit the chat that has moved up.
      if (event.detail <= 1) remove(id);
    } else if (target.closest("a") && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
      event.preventDefault();
      open(id);
    }
  }

  function rowAt(place: number) {
    const row = rows[place];
    if (!row) return null;
    const position = { place, captions: captionsUpTo(column.captioned, place), count: rows.length };
    const state = { isTabStop: row.id === tabStopId, isDragged: row.id === draggedId };
    return isChatRow(row) ? (
      <ChatListItem
        key={row.id}
        session={row}
        {...position}
        {...state}
        isNested={isNested(place)}
        isCurrent={isChatShown && row.id === currentId}
        isRenaming={row.id === renamingId}
        isSwiped={row.id === swipedId}
        isChosen={chosen ? row.id in chosen : undefined}
        isNarrow={isNarrow}
      />
    ) : (
      <Suspense key={row.id}>
        <ProjectListRow row={row} {...position} {...state} />
      </Suspense>
    );
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the chats opens home; by keyboard the logo link does */}
      <nav ref={view} className={styles.chats} aria-label={t("sidebar.chats")} onClick={goHome} onScroll={look}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: its links and buttons handle keys; this listener is delegated */}
        <ul
          ref={list}
          style={{ "--rows": rows.length, "--captions": captions.length } as CSSProperties}
          onClick={press}
          onPointerDown={readAhead}
          onFocus={({ target }) => useChatList.setState({ activeId: idOfRow(target) ?? "" })}
        >
          {drawn.map(rowAt)}
        </ul>
        <Captions captions={captions} span={span} />
      </nav>
      {/* At once for a row with the focus, which may get a key next. */}
      {(isIdle || activeId !== "") && isDue && (
        <Suspense>
          <ChatListInteractions list={list} reveal={reveal} isNarrow={isNarrow} />
        </Suspense>
      )}
    </>
  );
}

/** The rows of the list and its captions: chats, or projects with theirs. None before the list is due. */
function useRows(isDue: boolean) {
  const sessions = useChats((chats) => (isDue ? chats.sessions : none));
  const currentId = useChats((chats) => chats.currentId);
  const arrange = useProjects((projects) => projects.arrange);
  const arranged = useMemo(() => arrange?.(sessions, currentId), [arrange, sessions, currentId]);
  const rows = arranged?.rows ?? sessions;
  const captions = useListCaptions(sessions, arranged);
  const column = useMemo(
    () => ({ count: rows.length, captioned: captions.map(({ index }) => index) }),
    [rows, captions],
  );
  const isNested = (place: number) => arranged !== undefined && place >= arranged.start && place < arranged.end;
  return { rows, captions, column, isNested };
}

/** Scrolls to the open chat. Its position is known once all chats are read. */
function useRevealedChat(currentId: string, isDue: boolean, reveal: (place: number) => void): void {
  const areAllRead = useChats((chats) => chats.areAllRead);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position changes when all chats are read
  useEffect(() => {
    useChatList.setState({ activeId: "" });
    reveal(listRows().findIndex(({ id }) => id === currentId));
  }, [currentId, areAllRead, isDue, reveal]);
}

interface CaptionsProps {
  readonly captions: ReturnType<typeof useListCaptions>;
  /** The indexes of the rows near the viewport. */
  readonly span: { readonly from: number; readonly to: number };
}

/** The captions near the viewport. They are hidden from screen readers, because each row has its date. */
function Captions({ captions, span }: CaptionsProps) {
  const labelOf = useCaptionLabel();
  return captions.map(
    (caption, number) =>
      caption.index >= span.from &&
      caption.index < span.to && (
        <div
          key={`${caption.kind} ${caption.index}`}
          aria-hidden="true"
          className={styles.caption}
          style={{ "--place": caption.index, "--above": number } as CSSProperties}
        >
          {labelOf(caption)}
        </div>
      ),
  );
}

/** Returns the indexes to render: those in the span, and others that have the focus or a pointer. */
function renderedIndexes(
  { from, to }: { from: number; to: number },
  count: number,
  kept: (number | undefined)[],
): number[] {
  const places = new Set<number>();
  for (let place = from; place < Math.min(to, count); place++) places.add(place);
  for (const place of kept) if (place !== undefined) places.add(place);
  return [...places].sort((one, other) => one - other);
}

/** Reads the messages of a chat while the mouse button is still down. */
function readAhead({ target, button, pointerType }: PointerEvent<HTMLElement>): void {
  const id = (target as Element).closest("a") && idOfRow(target as Element);
  if (id && button === 0 && pointerType === "mouse") void openThread(id);
}

function idOfRow(element: Element): string | undefined {
  return element.closest<HTMLElement>("[data-id]")?.dataset.id;
}
