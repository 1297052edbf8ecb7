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
  const handlers = useMemo(() => createHandlers(new RowDrag(list, setDragged, listener), listener), [list]);
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

/** The drag of a row, from the pointerdown on. */
class RowDrag {
  /** The current pointerdown. */
  press: Press | null = null;
  /** Whether the last pointerdown has become a drag. */
  hasDragged = false;
  private readonly list: RefObject<HTMLElement | null>;
  private readonly setDragged: (id: string | null) => void;
  private readonly listener: RefObject<Listener>;
  private frame = 0;

  constructor(
    list: RefObject<HTMLElement | null>,
    setDragged: (id: string | null) => void,
    listener: RefObject<Listener>,
  ) {
    this.list = list;
    this.setDragged = setDragged;
    this.listener = listener;
  }

  begin() {
    if (!this.press) return;
    this.press.isDragging = true;
    this.hasDragged = true;
    this.list.current?.setPointerCapture(this.press.pointerId);
    // Prevents a dragging finger from also scrolling the list.
    this.list.current?.addEventListener("touchmove", preventScroll, { passive: false });
    this.setDragged(idOf(this.press.row));
  }

  move(press: Press, y: number) {
    if (!press.hasMoved) this.frame = requestAnimationFrame(() => this.scrollAtEnds());
    press.hasMoved = true;
    press.lastY = y;
    this.follow(press);
  }

  end() {
    if (!this.press) return;
    clearTimeout(this.press.timer);
    cancelAnimationFrame(this.frame);
    this.list.current?.removeEventListener("touchmove", preventScroll);
    this.press = null;
    this.setDragged(null);
  }

  placeOf(row: HTMLElement): number {
    return row.dataset.place === undefined ? this.rows().indexOf(row) : Number(row.dataset.place);
  }

  private rows(): HTMLElement[] {
    return [...(this.list.current?.querySelectorAll<HTMLElement>(":scope > [data-id]") ?? [])];
  }

  private follow({ row: pressed, lastY }: Press) {
    const all = this.rows();
    const target = all.find((row) => lastY < row.getBoundingClientRect().bottom) ?? all.at(-1);
    const row = all.find((each) => idOf(each) === idOf(pressed)) ?? pressed;
    if (target && target !== row) this.listener.current.onMove(idOf(row), this.placeOf(target));
  }

  /** Scrolls the list when the row is dragged near the ends of the view. */
  private scrollAtEnds() {
    const { press } = this;
    const view = this.list.current?.parentElement;
    if (!press || !view) return;
    const { top, bottom } = view.getBoundingClientRect();
    const before = view.scrollTop;
    if (press.lastY < top + scrollZone) view.scrollTop -= scrollStep;
    else if (press.lastY > bottom - scrollZone) view.scrollTop += scrollStep;
    if (view.scrollTop !== before) this.follow(press);
    this.frame = requestAnimationFrame(() => this.scrollAtEnds());
  }
}

function createHandlers(drag: RowDrag, listener: RefObject<Listener>): ReorderHandlers {
  return {
    onPointerDown(event) {
      drag.hasDragged = false;
      const row = rowOf(event);
      if (event.button !== 0 || !row) return;
      const isByHandle = isOnHandle(event);
      if (!isByHandle && row.querySelector(handle)) return;
      const timer = event.pointerType === "mouse" ? 0 : window.setTimeout(() => drag.begin(), dragAfterMs);
      const { clientX: x, clientY: y, pointerId } = event;
      drag.press = { row, x, y, lastY: y, pointerId, timer, isByHandle, isDragging: false, hasMoved: false };
    },
    onPointerMove(event) {
      const { press } = drag;
      if (!press) return;
      const isMouse = event.pointerType === "mouse";
      const distance = Math.abs(event.clientY - press.y);
      const isNear = distance <= dragAfterPx && (isMouse || Math.abs(event.clientX - press.x) <= dragAfterPx);
      if (!press.hasMoved && isNear) return;
      // A finger that moves before the long press scrolls the list, or swipes.
      if (!press.isDragging && !isMouse && !press.isByHandle) return drag.end();
      if (!press.isDragging) drag.begin();
      drag.move(press, event.clientY);
    },
    onPointerUp() {
      const { press } = drag;
      const held = press?.isDragging && !press.hasMoved ? idOf(press.row) : undefined;
      drag.end();
      if (held !== undefined) listener.current.onHold?.(held);
    },
    onPointerCancel: () => drag.end(),
    onClickCapture(event) {
      // Ignore the click at the end of a drag.
      if (!drag.hasDragged) return;
      drag.hasDragged = false;
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
      listener.current.onMove(idOf(row), drag.placeOf(row) + step);
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
