"use client";
import { useSearchParams } from "next/navigation";
import { Suspense, useDeferredValue, useEffect } from "react";
import { useTranslations } from "use-intl";
import { Composer } from "@/components/chat/composer/composer";
import { LazyThread, preloadThread } from "@/components/chat/thread/lazy-thread";
import { lazyGroup } from "@/components/lazy-group";
import { isOpenedChat } from "@/components/shell/use-chat-actions";
import { titleOf } from "@/lib/chat/session";
import { brand } from "@/lib/platform/brand";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useOpenedChat } from "@/store/chats/opened-chat";
import { useSelection } from "@/store/chats/selection";
import { openThread } from "@/store/chats/thread";
import { useTurns } from "@/store/turns/turns";
import { ChatHeader } from "./chat-header";
import styles from "./chat-screen.module.css";
import { EmptyChat } from "./empty-chat";
import { useStopKey } from "./use-stop-key";

const missingChat = lazyGroup(() => import("./missing-chat"));
const UnreadChat = missingChat.component("UnreadChat");
const UnknownChat = missingChat.component("UnknownChat");
const DamagedChat = missingChat.component("DamagedChat");
const SelectionBar = lazyGroup(() => import("@/components/chat/thread/selection-bar")).component("SelectionBar");

/** The chat in the URL, or else the current chat. */
export function ChatScreen() {
  return (
    <Suspense>
      <RequestedChat />
    </Suspense>
  );
}

function RequestedChat() {
  const requested = useSearchParams().get("id");
  const currentId = useChats((chats) => chats.currentId);
  const openedId = useOpenedChat((opened) => opened.id);
  // The router updates a moment after a chat was opened. A click in between is meant for that chat.
  const id = isOpenedChat(currentId) ? currentId : (requested ?? currentId);
  const isKnown = useChats((chats) => chats.sessions.some((session) => session.id === id));

  // biome-ignore lint/correctness/useExhaustiveDependencies: Back and Forward forget the chat after the URL changed
  useEffect(() => {
    const { currentId: shownId, select } = useChats.getState();
    // A chat that was opened after this URL was requested stays open.
    if (requested && isKnown && !isOpenedChat(shownId)) select(requested);
  }, [requested, isKnown, openedId]);

  return isKnown ? (
    <Chat key={id} id={id} />
  ) : (
    <div className={styles.middle}>
      <Suspense>
        <UnknownChat />
      </Suspense>
    </div>
  );
}

function Chat({ id }: { id: string }) {
  const t = useTranslations("chat");
  const status = useChats((chats) => chats.threads[id]?.status ?? "loading");
  const isEmpty = useChats(({ threads }) => threads[id]?.status === "ready" && threads[id].ids.length === 0);
  // Render the empty composer at once, and the thread in a separate task.
  const isEmptyShown = useDeferredValue(isEmpty);
  const isDamaged = useChats((chats) => sessionOf(chats, id)?.isDamaged === true);
  const isUnseen = useTurns((turns) => id in turns.unseen);
  const isSelecting = useSelection((selection) => selection.sessionId === id);
  const isNew = useChats((chats) => sessionOf(chats, id)?.messageCount === 0);
  const title = useChats((chats) => titleOf(sessionOf(chats, id) ?? { topic: "" }, t("untitled")));

  useStopKey(id);
  useEffect(() => void openThread(id), [id]);
  useEffect(() => {
    // Runs in parallel with reading the messages.
    if (!isNew) preloadThread();
  }, [isNew]);
  useEffect(() => {
    if (isUnseen) useTurns.getState().markSeen(id);
  }, [id, isUnseen]);
  // The window title is not part of the page, so it is updated after the render.
  const windowTitle = useDeferredValue(title);
  useEffect(() => {
    document.title = `${windowTitle} · ${brand.name}`;
  }, [windowTitle]);

  if (isDamaged) {
    return (
      <Suspense>
        <DamagedChat sessionId={id} />
      </Suspense>
    );
  }
  return (
    <section className={styles.screen} aria-label={title} data-chat-screen="">
      <ChatHeader sessionId={id} />
      {status === "failed" && (
        <div className={styles.middle}>
          <Suspense>
            <UnreadChat />
          </Suspense>
        </div>
      )}
      {status === "ready" && isEmptyShown && <EmptyChat sessionId={id} />}
      <Suspense fallback={<div className={styles.middle} />}>
        {status === "ready" && !isEmptyShown && <LazyThread sessionId={id} />}
      </Suspense>
      {status === "loading" && <div className={styles.middle} />}
      {isSelecting ? (
        <Suspense>
          <SelectionBar sessionId={id} />
        </Suspense>
      ) : (
        <Composer sessionId={id} />
      )}
    </section>
  );
}
