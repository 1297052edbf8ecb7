"use client";
import { type PointerEvent, type RefObject, useRef } from "react";
import { isPhone } from "./is-phone";

/** Whether releasing a bottom sheet closes it: after 80 px down, or a fast flick of at least 24 px. */
export function closesSheet(distance: number, milliseconds: number): boolean {
  const isFlick = distance >= 24 && distance / Math.max(1, milliseconds) >= 0.4;
  return distance >= 80 || isFlick;
}

/**
 * Returns the pointer handlers for the upper edge of a bottom sheet, by which it is dragged down.
 *
 * @param release - Requests closing of the sheet, and returns whether it will close.
 */
export function useSheetDrag(sheet: RefObject<HTMLElement | null>, release: () => boolean) {
  const start = useRef<{ readonly y: number; readonly time: number }>(undefined);

  function move(to: string) {
    if (sheet.current) sheet.current.style.translate = to;
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isControl = event.target instanceof Element && event.target.closest("button, a, input");
      if (isControl || !isPhone()) return;
      start.current = { y: event.clientY, time: event.timeStamp };
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (start.current) move(`0 ${Math.max(0, event.clientY - start.current.y)}px`);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const from = start.current;
      start.current = undefined;
      if (!from) return;
      const isClosing = closesSheet(event.clientY - from.y, event.timeStamp - from.time) && release();
      if (!isClosing) move("");
    },
    onPointerCancel() {
      start.current = undefined;
      move("");
    },
  };
}
