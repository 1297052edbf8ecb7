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

/** How near the ends of its view a drag scrolls the list, and how far with each frame, in pixels. */
const scrollZone = 40;
const scrollStep = 10;

/**
 * What the list listens to, for all its rows: a row that moves in the page would lose the pointer, and rows are not drawn
 * again for it.
 */
export interface ReorderHandlers {
  onPointerDown(event: PointerEvent<HTMLElement>): void;
  onPointerMove(event: PointerEvent<HTMLElement>): void;
  onPointerUp(event: PointerEvent<HTMLElement>): void;
  onPointerCancel(event: PointerEvent<HTMLElement>): void;
  onClickCapture(event: MouseEvent<HTMLElement>): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/**
 * Reorders the rows of a list, its children, which carry their id as `data-id`: dragging after a short way or a long
 * press, Alt Shift ↑↓ from the keyboard. `onMove` hears of each new place while the row is on its way.
 *
 * A row with a handle, marked `data-handle`, is dragged by that alone, and by a finger at once; on the handle the plain
 * arrows move it too. Of a list that draws some of its rows only, each carries its place as `data-place`.
 *
 * @param onHold hears of a finger that rested on a row and was lifted there again
 */
export function useReorder(
  list: RefObject<HTMLElement | null>,
  onMove: (id: string, index: number) => void,
  onHold?: (id: string) => void,
) {
  const [dragged, setDragged] = useState<string | null>(null);
  const listener = useRef({ onMove, onHold });
  listener.current = { onMove, onHold };
  const handlers = useMemo(() => createHandlers(list, setDragged, listener), [list]);
  return { dragged, handlers };
}

interface Listener {
  readonly onMove: (id: string, index: number) => void;
  readonly onHold: ((id: string) => void) | undefined;
}

/** A press on a row that may become a drag. */
interface Press {
  readonly row: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly pointerId: number;
  readonly timer: number;
  readonly isByHandle: boolean;
  isDragging: boolean;
  hasMoved: boolean;
  /** Where the pointer was last. */
  lastY: number;
}

function createHandlers(
  list: RefObject<HTMLElement | null>,
  setDragged: (id: string | null) => void,
  listener: RefObject<Listener>,
): ReorderHandlers {
  let press: Press | null = null;
  let hasDragged = false;
  let frame = 0;

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
    cancelAnimationFrame(frame);
    list.current?.removeEventListener("touchmove", preventScroll);
    press = null;
    setDragged(null);
  }

  function rows(): HTMLElement[] {
    return [...(list.current?.querySelectorAll<HTMLElement>(":scope > [data-id]") ?? [])];
  }

  function placeOf(row: HTMLElement): number {
    return row.dataset.place === undefined ? rows().indexOf(row) : Number(row.dataset.place);
  }

  function follow(pressed: Press) {
    const all = rows();
    const target = all.find((row) => pressed.lastY < row.getBoundingClientRect().bottom) ?? all.at(-1);
    const row = all.find((each) => idOf(each) === idOf(pressed.row)) ?? pressed.row;
    if (target && target !== row) listener.current.onMove(idOf(row), placeOf(target));
  }

  /** At the ends of what is in sight the list comes to meet the row. */
  function scrollAtEnds() {
    const view = list.current?.parentElement;
    if (!press || !view) return;
    const { top, bottom } = view.getBoundingClientRect();
    const before = view.scrollTop;
    if (press.lastY < top + scrollZone) view.scrollTop -= scrollStep;
    else if (press.lastY > bottom - scrollZone) view.scrollTop += scrollStep;
    if (view.scrollTop !== before) follow(press);
    frame = requestAnimationFrame(scrollAtEnds);
  }

  return {
    onPointerDown(event) {
      hasDragged = false;
      const row = rowOf(event);
      if (event.button !== 0 || !row) return;
      const isByHandle = isOnHandle(event);
      if (!isByHandle && row.querySelector(handle)) return;
      const timer = event.pointerType === "mouse" ? 0 : window.setTimeout(begin, dragAfterMs);
      const { clientX: x, clientY: y, pointerId } = event;
      press = { row, x, y, lastY: y, pointerId, timer, isByHandle, isDragging: false, hasMoved: false };
    },
    onPointerMove(event) {
      if (!press) return;
      const isMouse = event.pointerType === "mouse";
      const distance = Math.abs(event.clientY - press.y);
      const isNear = distance <= dragAfterPx && (isMouse || Math.abs(event.clientX - press.x) <= dragAfterPx);
      if (!press.hasMoved && isNear) return;
      // A finger that moves before the long press scrolls the list, or swipes.
      if (!press.isDragging && !isMouse && !press.isByHandle) return end();
      if (!press.isDragging) begin();
      if (!press.hasMoved) frame = requestAnimationFrame(scrollAtEnds);
      press.hasMoved = true;
      press.lastY = event.clientY;
      follow(press);
    },
    onPointerUp() {
      const held = press?.isDragging && !press.hasMoved ? idOf(press.row) : undefined;
      end();
      if (held !== undefined) listener.current.onHold?.(held);
    },
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
      listener.current.onMove(idOf(row), placeOf(row) + step);
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
