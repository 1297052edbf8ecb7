"use client";
import { type RefObject, useEffect } from "react";
import { useChats } from "@/store/chats/chats";
import { useScrolledQuestion } from "@/store/chats/scrolled-question";
import { firstVisibleRow } from "./thread-rows";

/**
 * Tells which question has scrolled out above the answer that is read. It looks behind a frame, where the layout is
 * known: to ask for it before what grows has been drawn would have it made twice.
 */
export function useTellScrolledQuestion(sessionId: string, scroller: RefObject<HTMLElement | null>): void {
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

/** Returns the question above a message that is none itself. */
function questionAbove(sessionId: string, messageId: string): string | undefined {
  const { threads, messages } = useChats.getState();
  const ids = threads[sessionId]?.ids ?? [];
  if (messages[messageId]?.role === "user") return undefined;
  return ids.slice(0, Math.max(0, ids.lastIndexOf(messageId))).findLast((id) => messages[id]?.role === "user");
}
