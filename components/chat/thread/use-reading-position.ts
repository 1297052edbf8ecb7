"use client";
import { type RefObject, useEffect, useRef } from "react";
import { storeReadingPosition } from "@/store/chats/reading-positions";
import { firstVisibleRow } from "./thread-rows";

/** Stores the position where the user stops reading, for the next time the chat is opened. */
export function useReadingPosition(sessionId: string, scroller: RefObject<HTMLElement | null>, isAway: boolean): void {
  const isReading = useRef(isAway);
  isReading.current = isAway;

  useEffect(() => {
    const box = scroller.current;
    function keep() {
      storeReadingPosition(sessionId, isReading.current && box ? firstVisibleRow(box)?.dataset.message : undefined);
    }
    addEventListener("pagehide", keep);
    return () => {
      removeEventListener("pagehide", keep);
      keep();
    };
  }, [sessionId, scroller]);
}
