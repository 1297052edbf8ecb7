"use client";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { isTemporary } from "@/store/chats/is-temporary";
import { getReadingPosition, type ReadingPosition, storeReadingPosition } from "@/store/chats/reading-positions";
import { firstVisibleRow } from "./thread-rows";

/** Stores the position where the user stops reading, for the next time the chat is opened. */
export function useReadingPosition(sessionId: string, scroller: RefObject<HTMLElement | null>, isAway: boolean): void {
  const isReading = useRef(isAway);
  isReading.current = isAway;

  // A layout effect ends before its elements are removed, so the position can still be measured.
  useLayoutEffect(() => {
    const box = scroller.current;
    const opened = getReadingPosition(sessionId);
    const store = () =>
      isTemporary(sessionId) ||
      storeReadingPosition(sessionId, box && isReading.current ? steadied(positionIn(box), opened) : undefined);
    addEventListener("pagehide", store);
    return () => {
      removeEventListener("pagehide", store);
      store();
    };
  }, [sessionId, scroller]);
}

function positionIn(box: HTMLElement): ReadingPosition | undefined {
  const row = firstVisibleRow(box);
  const messageId = row?.dataset.message;
  if (!row || messageId === undefined) return undefined;
  return { messageId, offset: row.getBoundingClientRect().top - box.getBoundingClientRect().top };
}

/** Returns the position at which the chat was opened if it is the same but for rounding, which would add up. */
function steadied(position: ReadingPosition | undefined, opened: ReadingPosition | undefined) {
  const isSame =
    position?.messageId === opened?.messageId && Math.abs((position?.offset ?? 0) - (opened?.offset ?? 0)) <= 1;
  return isSame ? opened : position;
}
