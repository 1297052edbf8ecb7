"use client";
import { type RefObject, useMemo, useRef, useState } from "react";

/** Distance in pixels after which a mouse drags, and time in milliseconds after which a finger does. */
const dragAfterPx = 6;
const dragAfterMs = 300;

/** Distance from the ends of the view at which a drag scrolls the list, and distance per frame, in pixels. */
const scrollZone = 40;
const scrollStep = 10;

/** The used part of pointer events, native or of React. */
export type PointerInput = Pick<
  PointerEvent,
  "target" | "button" | "pointerType" | "pointerId" | "clientX" | "clientY"
>;

/** The used part of click events, native or of React. */
export type ClickInput = Pick<MouseEvent, "target" | "preventDefault" | "stopPropagation">;

/** The used part of key events, native or of React. */
export type KeyInput = Pick<
  KeyboardEvent,
  "target" | "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "preventDefault" | "stopPropagation"
>;

/**
 * The event handlers of the list, for all its rows. On the list, because a row that moves in the DOM would lose the
 * pointer, and so that rows do not re-render.
 */
interface ReorderHandlers {
  onPointerDown(event: PointerInput): void;
  onPointerMove(event: PointerInput): void;
  onPointerUp(): void;
  onPointerCancel(): void;
  onClickCapture(event: ClickInput): void;
  onKeyDown(event: KeyInput): void;
}

/**
 * Reorders the rows of a list, its children with `data-id`: by dragging after a short distance or a long press, or by
 * Alt Shift ↑↓. `onMove` is called for each new index during a drag.
 *
 * A row with a handle, marked `data-handle`, is only dragged by that, and at once by a finger; on the handle, plain
 * arrows move it, too. In a virtual list, each row carries its index as `data-place`.
 *
 * @param onHold called when a finger was held on a row and lifted there
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

/** A pointerdown on a row that may become a drag. */
interface Press {
  readonly row: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly pointerId: number;
  readonly timer: number;
  readonly isByHandle: boolean;
  isDragging: boolean;
  hasMoved: boolean;
  /** The last pointer position. */
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
    // Prevents a dragging finger from also scrolling the list.
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

  /** Scrolls the list when the row is dragged near the ends of the view. */
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
      // Ignore the click at the end of a drag.
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

function isOnHandle({ target }: { target: EventTarget | null }): boolean {
  return target instanceof Element && target.closest(handle) !== null;
}

/** Returns the row of the list that contains an event's target. */
function rowOf({ target }: { target: EventTarget | null }): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-id]") : null;
}

function idOf(row: HTMLElement): string {
  return row.dataset.id ?? "";
}

function preventScroll(event: Event): void {
  event.preventDefault();
}
