"use client";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";

/** How far a mouse moves before a press is a drag, in pixels, and how long a finger rests, in milliseconds. */
const dragAfterPx = 6;
const dragAfterMs = 300;

export interface ReorderHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
  onPointerCancel(): void;
  onClickCapture(event: { preventDefault(): void; stopPropagation(): void }): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/**
 * Reorders the rows of a list: dragging after a short way or a long press, Alt Shift ↑↓ from the keyboard. `onMove`
 * hears of each new place while the row is on its way.
 */
export function useReorder(list: RefObject<HTMLElement | null>, onMove: (id: string, index: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const press = useRef<{ id: string; index: number; y: number; pointerId: number; timer: number } | null>(null);
  const hasMoved = useRef(false);

  function begin(id: string, target: HTMLElement) {
    if (!press.current) return;
    hasMoved.current = true;
    setDragged(id);
    target.setPointerCapture(press.current.pointerId);
  }

  function end() {
    clearTimeout(press.current?.timer);
    press.current = null;
    setDragged(null);
  }

  /** The place of the row under the pointer. */
  function indexAt(y: number): number {
    const rows = [...(list.current?.children ?? [])];
    const index = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    return index === -1 ? rows.length - 1 : index;
  }

  function handlersFor(id: string, index: number): ReorderHandlers {
    return {
      onPointerDown(event) {
        if (event.button !== 0) return;
        const target = event.currentTarget;
        hasMoved.current = false;
        const timer = event.pointerType === "mouse" ? 0 : window.setTimeout(() => begin(id, target), dragAfterMs);
        press.current = { id, index, y: event.clientY, pointerId: event.pointerId, timer };
      },
      onPointerMove(event) {
        if (press.current?.id !== id) return;
        const isFar = Math.abs(event.clientY - press.current.y) > dragAfterPx;
        if (dragged !== id) {
          if (!isFar) return;
          // A finger that moves before the long press scrolls the list.
          if (event.pointerType !== "mouse") return end();
          begin(id, event.currentTarget);
        }
        const place = indexAt(event.clientY);
        if (place !== index) onMove(id, place);
      },
      onPointerUp: end,
      onPointerCancel: end,
      onClickCapture(event) {
        // What ends a drag is not a click on the row.
        if (!hasMoved.current) return;
        hasMoved.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
      onKeyDown(event) {
        const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
        if (step === 0 || !event.altKey || !event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        onMove(id, index + step);
      },
    };
  }

  return { dragged, handlersFor };
}
