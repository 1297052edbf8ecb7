"use client";
import { type RefObject, useEffect } from "react";
import { useChats } from "@/store/chats/chats";
import { useScrolledQuestion } from "@/store/chats/scrolled-question";
import { firstVisibleRow } from "./thread-rows";

/** Time without scrolling after which the question is looked up, in milliseconds: a fast scroll passes many. */
const restMs = 100;

/** Publishes the question above the viewport whose answer is being read, once the user stops scrolling. */
export function usePublishScrolledQuestion(sessionId: string, scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look() {
      const firstId = box && firstVisibleRow(box)?.dataset.message;
      const messageId = firstId && questionAbove(sessionId, firstId);
      const { question, show } = useScrolledQuestion.getState();
      if (question?.messageId !== messageId) show(messageId ? { sessionId, messageId } : undefined);
    }
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(look, restMs);
    };
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
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
