"use client";
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from "react";

/** How far a mouse moves before a press is a drag, in pixels, and how long a finger rests, in milliseconds. */
const dragAfterPx = 6;
const dragAfterMs = 300;

/**
 * What the list listens to, for all its rows: a row that moves in the page would lose the pointer, and rows are not drawn
 * again for it.
 */
export interface ReorderHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(): void;
  onPointerCancel(): void;
  onClickCapture(event: MouseEvent<HTMLElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/**
 * Reorders the rows of a list, its children, which carry their id as `data-id`: dragging after a short way or a long
 * press, Alt Shift ↑↓ from the keyboard. `onMove` hears of each new place while the row is on its way.
 *
 * A row with a handle, marked `data-handle`, is dragged by that alone, and by a finger at once; on the handle the plain
 * arrows move it too.
 */
export function useReorder(list: RefObject<HTMLElement | null>, onMove: (id: string, index: number) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const move = useRef(onMove);
  move.current = onMove;
  const handlers = useMemo(() => createHandlers(list, setDragged, move), [list]);
  return { dragged, handlers };
}

/** A press on a row that may become a drag. */
interface Press {
  readonly row: HTMLElement;
  readonly y: number;
  readonly pointerId: number;
  readonly timer: number;
  readonly isByHandle: boolean;
  isDragging: boolean;
}

function createHandlers(
  list: RefObject<HTMLElement | null>,
  setDragged: (id: string | null) => void,
  move: RefObject<(id: string, index: number) => void>,
): ReorderHandlers {
  let press: Press | null = null;
  let hasDragged = false;

  function begin() {
    if (!press) return;
    press.isDragging = true;
    hasDragged = true;
    list.current?.setPointerCapture(press.pointerId);
    // A finger that drags must not scroll the list as well.
    list.current?.addEventListener("touchmove", preventScroll, { passive: false });
    setDragged(idOf(press.row));
  }

  function end() {
    if (!press) return;
    clearTimeout(press.timer);
    list.current?.removeEventListener("touchmove", preventScroll);
    press = null;
    setDragged(null);
  }

  function rows(): Element[] {
    return [...(list.current?.children ?? [])];
  }

  function placeAt(y: number): number {
    const index = rows().findIndex((row) => y < row.getBoundingClientRect().bottom);
    return index === -1 ? rows().length - 1 : index;
  }

  return {
    onPointerDown(event) {
      hasDragged = false;
      const row = rowOf(event);
      if (event.button !== 0 || !row) return;
      const isByHandle = isOnHandle(event);
      if (!isByHandle && row.querySelector(handle)) return;
      const timer = event.pointerType === "mouse" ? 0 : window.setTimeout(begin, dragAfterMs);
      press = { row, y: event.clientY, pointerId: event.pointerId, timer, isByHandle, isDragging: false };
    },
    onPointerMove(event) {
      if (!press) return;
      if (!press.isDragging) {
        if (Math.abs(event.clientY - press.y) <= dragAfterPx) return;
        // A finger that moves before the long press scrolls the list.
        if (event.pointerType !== "mouse" && !press.isByHandle) return end();
        begin();
      }
      const place = placeAt(event.clientY);
      if (place !== rows().indexOf(press.row)) move.current(idOf(press.row), place);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event) {
      // What ends a drag is not a click on the row.
      if (!hasDragged) return;
      hasDragged = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyDown(event) {
      const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
      const row = rowOf(event);
      const isAsked = event.altKey ? event.shiftKey : isOnHandle(event) && !event.ctrlKey && !event.metaKey;
      if (step === 0 || !isAsked || !row) return;
      event.preventDefault();
      event.stopPropagation();
      move.current(idOf(row), rows().indexOf(row) + step);
    },
  };
}

const handle = "[data-handle]";

function isOnHandle({ target }: { target: EventTarget }): boolean {
  return target instanceof Element && target.closest(handle) !== null;
}

/** The row of the list in which something happened. */
function rowOf({ target }: { target: EventTarget }): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-id]") : null;
}

function idOf(row: HTMLElement): string {
  return row.dataset.id ?? "";
}

function preventScroll(event: Event): void {
  event.preventDefault();
}
