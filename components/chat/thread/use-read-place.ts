"use client";
import { type RefObject, useEffect, useRef } from "react";
import { keepReadPlace } from "@/store/chats/read-places";
import { firstVisibleRow } from "./thread-rows";

/** Stores the position where the user stops reading, for the next time the chat is opened. */
export function useReadPlace(sessionId: string, scroller: RefObject<HTMLElement | null>, isAway: boolean): void {
  const isReading = useRef(isAway);
  isReading.current = isAway;

  useEffect(() => {
    const box = scroller.current;
    function keep() {
      keepReadPlace(sessionId, isReading.current && box ? firstVisibleRow(box)?.dataset.message : undefined);
    }
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, [sessionId, scroller]);
}
