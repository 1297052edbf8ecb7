"use client";
import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { Announcer } from "@/components/chat/announcer";
import { useCitedChat } from "@/components/chat/documents/use-cited-chat";
import { ContextRow } from "@/components/chat/settings/context-row";
import { SessionCodeLook } from "@/components/chat/settings/session-code-look";
import { CitedChatContext, PrintingContext } from "@/components/markdown/message-look";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { openComparison } from "@/lib/chat/comparison";
import { useUi } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useMessageEdits } from "@/store/chats/message-edits";
import { getReadingPosition, type ReadingPosition } from "@/store/chats/reading-positions";
import { useSoughtMessage } from "@/store/chats/sought-message";
import { useTurns } from "@/store/turns/turns";
import { FindBar } from "./find-bar";
import { MessageSlot, slotsAround } from "./message-slot";
import { QuestionRail } from "./question-rail";
import styles from "./thread.module.css";
import { ContextMark, MemoryMark, SendingMark } from "./thread-marks";
import { estimatedHeight, firstVisibleRow, keepRow, markRow, rowOf, scrollToRow } from "./thread-rows";
import { useDistantRows } from "./use-distant-rows";
import { useMessageWindow } from "./use-message-window";
import { useReadingPosition } from "./use-reading-position";
import { useScrollAnchor } from "./use-scroll-anchor";
import { usePublishScrolledQuestion } from "./use-scrolled-question";
import { useSendingStart } from "./use-sending-start";
import { useStickToBottom } from "./use-stick-to-bottom";

/** A message to scroll to. */
interface Target extends ReadingPosition {
  /** Whether it is marked for a moment. */
  readonly isMarked: boolean;
}

/** The conversation: the last messages, or those where reading stopped, and others as the user scrolls. */
export function Thread({ sessionId }: { sessionId: string }) {
  const t = useTranslations("chat");
  const thread = useTranslations("thread");
  useState(() => useMessageEdits.getState().open());
  const ids = useChats((chats) => chats.threads[sessionId]?.ids ?? noIds);
  const lastId = ids.at(-1);
  const comparison = useChats(({ messages }) => openComparison(messages[lastId ?? ""]));
  const cleared = useChats((chats) => sessionOf(chats, sessionId)?.clearContextIndex);
  const summarised = useChats((chats) => {
    const session = sessionOf(chats, sessionId);
    return session?.memoryPrompt ? session.lastSummarizeIndex : undefined;
  });
  const contextCount = useChats((chats) => {
    const mask = sessionOf(chats, sessionId)?.mask;
    return mask && !mask.hideContext ? mask.context.length : 0;
  });
  const citedChat = useCitedChat(sessionId);
  const sending = useSendingStart(sessionId);
  const isAnswering = useTurns((turns) => sessionId in turns.inFlight);
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const soughtId = useSoughtMessage(({ sought }) => (sought?.sessionId === sessionId ? sought.messageId : undefined));
  const [place] = useState(() =>
    [soughtId === undefined ? undefined : { messageId: soughtId }, getReadingPosition(sessionId)].find(
      (position) => position && ids.includes(position.messageId),
    ),
  );
  const drawn = useMessageWindow(scroller, {
    total: ids.length,
    firstIndex: place && ids.indexOf(place.messageId),
    heightOf: (index) => estimatedHeight(useChats.getState().messages[ids[index] ?? ""]),
  });
  const slots = slotsAround(drawn, ids.length);
  const isEndDrawn = drawn.end === ids.length;
  const { isAway, follow, leave } = useStickToBottom(scroller, content, {
    isEndDrawn,
    startsAtEnd: place === undefined,
  });
  const [target, setTarget] = useState<Target | undefined>(place && { ...place, isMarked: false });
  useReadingPosition(sessionId, scroller, isAway);
  usePublishScrolledQuestion(sessionId, scroller);
  useScrollAnchor(scroller, content);
  useDistantRows(scroller, content, `${drawn.start} ${drawn.end}`);

  const { showEnd, showAround } = drawn;
  const toEnd = useCallback(() => {
    showEnd();
    follow();
  }, [showEnd, follow]);

  const goTo = useCallback(
    (id: string) => {
      leave();
      if (!scroller.current || !rowOf(scroller.current, id)) {
        showAround(useChats.getState().threads[sessionId]?.ids.indexOf(id) ?? 0);
      }
      setTarget({ messageId: id, isMarked: true });
    },
    [leave, showAround, sessionId],
  );

  const readId = useCallback(
    () => (scroller.current ? firstVisibleRow(scroller.current)?.dataset.message : undefined),
    [],
  );

  // Scroll to a search result, even if the chat is open already.
  useEffect(() => {
    if (soughtId === undefined) return;
    useSoughtMessage.getState().arrive();
    if (useChats.getState().threads[sessionId]?.ids.includes(soughtId)) goTo(soughtId);
  }, [soughtId, goTo, sessionId]);

  // A message that was not rendered is scrolled to once it is.
  useLayoutEffect(() => {
    const box = scroller.current;
    const row = target && box && rowOf(box, target.messageId);
    if (!row) return;
    scrollToRow(box, row, target.offset);
    if (target.isMarked) markRow(row);
    return keepRow(box, row, target.offset);
  }, [target]);

  // Sending turns on following, wherever the user had scrolled.
  const replyId = useTurns((turns) => turns.inFlight[sessionId]);
  useEffect(() => {
    if (replyId !== undefined && replyId === lastId) toEnd();
  }, [replyId, lastId, toEnd]);

  /** Returns the marks between two messages; null if there are none, so that a message without marks stays unchanged. */
  function marksAt(index: number) {
    const isSummaryEnd = index === summarised && !sending;
    const isSendingStart = sending && index > drawn.start && ids[index] === sending.messageId;
    if (index === 0 || !(isSummaryEnd || index === cleared || isSendingStart)) return null;
    return (
      <>
        {isSummaryEnd && <MemoryMark sessionId={sessionId} />}
        {index === cleared && <ContextMark sessionId={sessionId} />}
        {isSendingStart && <SendingMark sessionId={sessionId} isSummarized={sending.isSummarized} />}
      </>
    );
  }

  return (
    <div className={styles.wrap}>
      <FindBar sessionId={sessionId} isAllDrawn={drawn.start === 0 && isEndDrawn} onGo={goTo} />
      <div
        ref={scroller}
        className={styles.scroll}
        data-comparing={comparison === undefined ? undefined : ""}
        role="log"
        aria-live="off"
        aria-label={t("thread")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        <div ref={content} className={styles.thread}>
          {drawn.start === 0 && <ContextRow sessionId={sessionId} />}
          <CitedChatContext value={citedChat}>
            <PrintingContext value={drawn.isPrinting}>
              <SessionCodeLook sessionId={sessionId}>
                {ids.slice(slots.start, slots.end).map((id, place) => {
                  const index = slots.start + place;
                  const isRendered = index >= drawn.start && index < drawn.end;
                  return (
                    <MessageSlot
                      // Of several replies side by side, another one may become the visible one.
                      key={id === lastId ? (comparison ?? id) : id}
                      sessionId={sessionId}
                      id={id}
                      previousId={ids[index - 1]}
                      isLast={id === lastId}
                      isRendered={isRendered}
                      marks={isRendered ? marksAt(index) : null}
                    />
                  );
                })}
              </SessionCodeLook>
            </PrintingContext>
          </CitedChatContext>
          {isEndDrawn && marksAt(ids.length)}
        </div>
      </div>
      <QuestionRail ids={ids} currentId={readId} onGo={goTo} />
      {isAway && contextCount > 0 && (
        <button
          type="button"
          className={classNames(styles.latest, styles.context)}
          onClick={() => useUi.getState().openDialog({ kind: "chat-settings", sessionId })}
        >
          {thread("withContext", { count: contextCount })}
        </button>
      )}
      {isAway && (
        <button type="button" className={styles.latest} onClick={toEnd}>
          <Icon glyph={ArrowDown} size="small" />
          {isAnswering ? thread("stillWriting") : t("latest")}
        </button>
      )}
      <Announcer key={sessionId} sessionId={sessionId} />
    </div>
  );
}

const noIds: readonly string[] = [];
