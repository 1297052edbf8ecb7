"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { keepInPlace } from "@/components/ui/keep-in-place";
import { whenIdle } from "@/components/ui/use-idle";
import { firstVisibleRow } from "./thread-rows";
import { usePrinting } from "./use-printing";

/**
 * Minimum number of messages added when an end is near: few, so that each step is a short task. Fewer would not help a slow
 * device, because each step also lays out and paints the list again.
 */
const pageSize = 4;
/** Maximum number of messages added in a step, on a fast device. */
const maxPageSize = 12;
/** Target duration of a step, in milliseconds. */
const stepMs = 32;
/** Number of messages rendered once the tab is idle, so that the browser finds text in them. */
const idleCount = 12;
/** Time after opening before other messages are rendered, in milliseconds: the first screen is painted by then. */
const openingMs = 250;
/** Maximum number of rendered messages. Distant ones are unmounted, so that a long history stays fast. */
const maxRendered = 60;
/** Distance from an end that counts as near, in pixels. */
const nearPx = 2000;

/** The indexes of the rendered messages: from `start` up to but not including `end`. */
export interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/** Distance by which rounded scroll positions move a message, in pixels. A scroll moves it by a pixel or more. */
const roundingPx = 1;

/** A message that keeps its position on the screen while others are added and removed around it. */
interface Anchor {
  readonly element: Element;
  readonly top: number;
  /** Its position after the last change, in pixels. Scroll positions are whole pixels, so it may differ from `top`. */
  readonly movedTo?: number;
}

/** The rendered part of a list, with functions that move it. */
export interface MessageWindow extends IndexRange {
  /** True while the tab is printed; then all messages are rendered. */
  readonly isPrinting: boolean;
  /** Renders the end of the list. */
  showEnd(): void;
  /** Renders the part around an index. */
  showAround(index: number): void;
}

/** The messages of a list. */
interface MessageList {
  readonly total: number;
  /** Index of the message to show first; the end of the list without it. */
  readonly firstIndex: number | undefined;
  /** Returns the estimated height of a message, in pixels. */
  readonly heightOf: (index: number) => number;
}

/**
 * Returns which messages to render: those on the screen at first, those around it once the tab is idle, and others as
 * the user scrolls, with the scroll position preserved. While the end is rendered, added messages are, too. In print all
 * messages are rendered.
 */
export function useMessageWindow(
  scroller: RefObject<HTMLElement | null>,
  { total, firstIndex, heightOf }: MessageList,
): MessageWindow {
  const [{ start, end, known }, setRange] = useState(() => ({
    ...screenful({ total, firstIndex, heightOf }, innerHeight),
    known: total,
  }));
  const anchor = useRef<Anchor | undefined>(undefined);
  /** The anchor of the last change. Measuring it anew each time would add up rounded scroll positions. */
  const last = useRef<Anchor | undefined>(undefined);
  /** The range on the screen. Restoring the scroll position fires an event before the effects of its render run. */
  const shown = useRef({ start, end, total });
  const steps = useRef({ size: pageSize, startedAt: 0 });
  const openedAt = useRef(0);
  useLayoutEffect(() => {
    openedAt.current = performance.now();
  }, []);
  if (known !== total) setRange({ ...afterChange({ start, end }, known, total), known: total });

  /** The position before printing: the print layout does not scroll and has other messages in the viewport. */
  const readBefore = useRef<Anchor | undefined>(undefined);
  const isPrinting = usePrinting((isNext) => {
    if (isNext && scroller.current) readBefore.current = anchorIn(scroller.current);
    anchor.current = readBefore.current;
  });

  const show = useCallback((range: IndexRange) => setRange((before) => withRange(before, range)), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new range is extended once the tab is idle
  useEffect(() => {
    const box = scroller.current;
    if (!box || isPrinting) return;
    let isCurrent = true;
    function extend(least = 0) {
      if (!isCurrent || !box || anchor.current) return;
      const range = shown.current;
      const isShort = range.end - range.start < least;
      const below = box.scrollHeight - box.scrollTop - box.clientHeight;
      const next =
        (isShort || box.scrollTop < nearPx) && range.start > 0
          ? extendUp(range, steps.current.size)
          : (isShort || below < nearPx) &&
            range.end < range.total &&
            extendDown(range, range.total, steps.current.size);
      if (!next) return;
      anchor.current = isInPlace(last.current) ? last.current : anchorIn(box);
      steps.current.startedAt = performance.now();
      // At once: the time until React gets to a scheduled render would count as the cost of the step.
      flushSync(() => show(next));
    }
    let step: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      // Opening at the end scrolls the list, too.
      if (step !== undefined || performance.now() - openedAt.current <= openingMs) return;
      // In a task between two frames: the task of a frame also styles, lays out and paints.
      step = setTimeout(() => {
        step = undefined;
        extend();
      });
    };
    const waitMs = Math.max(0, openedAt.current + openingMs - performance.now());
    const timer = setTimeout(() => whenIdle(() => extend(idleCount)), waitMs);
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      isCurrent = false;
      clearTimeout(step);
      clearTimeout(timer);
      box.removeEventListener("scroll", onScroll);
    };
  }, [scroller, start, end, total, isPrinting, show]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rendered rows depend on printing, too
  useLayoutEffect(() => {
    const box = scroller.current;
    shown.current = { start, end, total };
    if (box && anchor.current) {
      scrollBack(box, anchor.current);
      last.current = { ...anchor.current, movedTo: anchor.current.element.getBoundingClientRect().top };
      const { size, startedAt } = steps.current;
      const fitting = Math.floor((size * stepMs) / (performance.now() - startedAt));
      steps.current.size = Math.max(pageSize, Math.min(fitting, size + 1, maxPageSize));
    }
    anchor.current = undefined;
  }, [scroller, start, end, total, isPrinting]);

  // After printing, where everything was rendered, messages get their screen heights again.
  useLayoutEffect(() => {
    const box = scroller.current;
    const place = readBefore.current;
    if (isPrinting || !box || !place) return;
    readBefore.current = undefined;
    return keepInPlace(box, () => scrollBack(box, place));
  }, [scroller, isPrinting]);

  return {
    isPrinting,
    start: isPrinting ? 0 : start,
    end: isPrinting ? total : Math.min(end, total),
    showEnd: useCallback(() => show(lastPage(total)), [show, total]),
    showAround: useCallback((index: number) => show(around(index, total)), [show, total]),
  };
}

/** Returns the same object for an equal range, so that nothing re-renders. */
function withRange<Known extends IndexRange>(before: Known, { start, end }: IndexRange): Known {
  return before.start === start && before.end === end ? before : { ...before, start, end };
}

/** Returns the messages that fill a screen, from the first one to show downwards, or else from the end upwards. */
function screenful({ total, firstIndex = total, heightOf }: MessageList, screenPx: number): IndexRange {
  let start = firstIndex;
  let end = firstIndex;
  // Estimates may be too high.
  let left = 1.3 * screenPx;
  while (left > 0 && end < total) left -= heightOf(end++);
  while (left > 0 && start > 0) left -= heightOf(--start);
  return { start, end };
}

function lastPage(total: number): IndexRange {
  return { start: Math.max(0, total - 2 * pageSize), end: total };
}

function around(index: number, total: number): IndexRange {
  const start = Math.max(0, Math.min(index - pageSize, total - 2 * pageSize));
  return { start, end: Math.min(total, start + 4 * pageSize) };
}

function extendUp({ start, end }: IndexRange, count: number): IndexRange {
  const earlier = Math.max(0, start - count);
  return { start: earlier, end: Math.min(end, earlier + maxRendered) };
}

function extendDown({ start, end }: IndexRange, total: number, count: number): IndexRange {
  const later = Math.min(total, end + count);
  return { start: Math.max(start, later - maxRendered), end: later };
}

/** Returns the range for a list that has grown or shrunk. If the end was rendered, it still is. */
function afterChange({ start, end }: IndexRange, before: number, total: number): IndexRange {
  if (end < before && end <= total) return { start, end };
  return { start: Math.min(Math.max(start, total - maxRendered), Math.max(0, total - 2 * pageSize)), end: total };
}

function anchorIn(box: HTMLElement): Anchor | undefined {
  const element = firstVisibleRow(box);
  return element && { element, top: element.getBoundingClientRect().top };
}

/** Returns whether a message is where the last change has left it: the list has not been scrolled since. */
function isInPlace(last: Anchor | undefined): last is Anchor {
  if (last?.movedTo === undefined || !last.element.isConnected) return false;
  return Math.abs(last.element.getBoundingClientRect().top - last.movedTo) < roundingPx;
}

/** Restores the position of a message. */
function scrollBack(box: HTMLElement, { element, top }: Anchor): void {
  if (element.isConnected) box.scrollTop += element.getBoundingClientRect().top - top;
}
