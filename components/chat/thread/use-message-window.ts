"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { keepInPlace } from "@/components/ui/keep-in-place";
import { firstVisibleRow } from "./thread-rows";
import { usePrinting } from "./use-printing";

/** Number of messages rendered at first, and added each time an end is near. */
const pageSize = 30;
/** Maximum number of rendered messages. Distant ones are unmounted, so that a long history stays fast. */
const maxRendered = 3 * pageSize;
/** Distance from an end that counts as near, in pixels. */
const nearPx = 1500;

/** The indexes of the rendered messages: from `start` up to but not including `end`. */
interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/** A message that keeps its position on the screen while others are added and removed around it. */
interface Anchor {
  readonly element: Element;
  readonly top: number;
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

/**
 * Returns which messages to render: the last page at first, others as the user scrolls, with the scroll position
 * preserved. While the end is rendered, added messages are, too. In print all messages are rendered.
 */
export function useMessageWindow(
  scroller: RefObject<HTMLElement | null>,
  total: number,
  firstIndex?: number,
): MessageWindow {
  const [{ start, end, known }, setRange] = useState(() => ({
    ...(firstIndex === undefined ? lastPage(total) : around(firstIndex, total)),
    known: total,
  }));
  const anchor = useRef<Anchor | undefined>(undefined);
  /** True once the list was taller than its box: measuring at every message would force a layout each time. */
  const isFilled = useRef(false);
  if (known !== total) setRange({ ...afterChange({ start, end }, known, total), known: total });

  /** The position before printing: the print layout does not scroll and has other messages in the viewport. */
  const readBefore = useRef<Anchor | undefined>(undefined);
  const isPrinting = usePrinting((isNext) => {
    if (isNext && scroller.current) readBefore.current = anchorIn(scroller.current);
    anchor.current = readBefore.current;
  });

  const show = useCallback((range: IndexRange) => setRange((before) => withRange(before, range)), []);

  useEffect(() => {
    const box = scroller.current;
    if (!box || isPrinting) return;
    function onScroll() {
      if (!box || anchor.current) return;
      const below = box.scrollHeight - box.scrollTop - box.clientHeight;
      const next =
        box.scrollTop < nearPx && start > 0
          ? extendUp({ start, end })
          : below < nearPx && end < total && extendDown({ start, end }, total);
      if (!next) return;
      anchor.current = anchorIn(box);
      show(next);
    }
    box.addEventListener("scroll", onScroll, { passive: true });
    return () => box.removeEventListener("scroll", onScroll);
  }, [scroller, start, end, total, isPrinting, show]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rendered rows depend on the range and on printing
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (anchor.current) scrollBack(box, anchor.current);
    anchor.current = undefined;
    if (start === 0 || isFilled.current) return;
    // A list that does not overflow cannot be scrolled up, so a tall window renders more at once.
    isFilled.current = box.scrollHeight > box.clientHeight;
    if (!isFilled.current) show(extendUp({ start, end }));
  }, [scroller, start, end, isPrinting]);

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

function lastPage(total: number): IndexRange {
  return { start: Math.max(0, total - pageSize), end: total };
}

function around(index: number, total: number): IndexRange {
  const start = Math.max(0, Math.min(index - pageSize / 2, total - pageSize));
  return { start, end: Math.min(total, start + 2 * pageSize) };
}

function extendUp({ start, end }: IndexRange): IndexRange {
  const earlier = Math.max(0, start - pageSize);
  return { start: earlier, end: Math.min(end, earlier + maxRendered) };
}

function extendDown({ start, end }: IndexRange, total: number): IndexRange {
  const later = Math.min(total, end + pageSize);
  return { start: Math.max(start, later - maxRendered), end: later };
}

/** Returns the range for a list that has grown or shrunk. If the end was rendered, it still is. */
function afterChange({ start, end }: IndexRange, before: number, total: number): IndexRange {
  if (end < before && end <= total) return { start, end };
  return { start: Math.min(Math.max(start, total - maxRendered), Math.max(0, total - pageSize)), end: total };
}

function anchorIn(box: HTMLElement): Anchor | undefined {
  const element = firstVisibleRow(box);
  return element && { element, top: element.getBoundingClientRect().top };
}

/** Restores the position of a message. */
function scrollBack(box: HTMLElement, { element, top }: Anchor): void {
  if (element.isConnected) box.scrollTop += element.getBoundingClientRect().top - top;
}
