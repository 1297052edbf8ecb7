"use client";
import { type RefObject, useEffect } from "react";
import { useChats } from "@/store/chats/chats";
import { useScrolledQuestion } from "@/store/chats/scrolled-question";
import { firstVisibleRow } from "./thread-rows";

/**
 * Publishes the question above the viewport whose answer is being read. It measures after a frame, when the layout is
 * up to date; measuring earlier would force a second layout.
 */
export function usePublishScrolledQuestion(sessionId: string, scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look() {
      frame = 0;
      const firstId = box && firstVisibleRow(box)?.dataset.message;
      const messageId = firstId && questionAbove(sessionId, firstId);
      const { question, show } = useScrolledQuestion.getState();
      if (question?.messageId !== messageId) show(messageId ? { sessionId, messageId } : undefined);
    }
    const onScroll = () => {
      frame ||= requestAnimationFrame(() => {
        timer = setTimeout(look);
      });
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      box.removeEventListener("scroll", onScroll);
      useScrolledQuestion.getState().show(undefined);
    };
  }, [sessionId, scroller]);
}

/** Returns the question above a message that is not a question itself. */
function questionAbove(sessionId: string, messageId: string): string | undefined {
  const { threads, messages } = useChats.getState();
  const ids = threads[sessionId]?.ids ?? [];
  if (messages[messageId]?.role === "user") return undefined;
  return ids.slice(0, Math.max(0, ids.lastIndexOf(messageId))).findLast((id) => messages[id]?.role === "user");
}
