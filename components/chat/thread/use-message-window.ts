"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { keepInPlace } from "@/components/ui/keep-in-place";
import { firstVisibleRow } from "./thread-rows";
import { usePrinting } from "./use-printing";

/** How many messages are drawn at first, and how many more when the reader comes near an end of them. */
const pageSize = 30;
/** How many are drawn at most: what lies far away is let go of, so that a page of any history stays light. */
const maxRendered = 3 * pageSize;
/** How near an end that is, in pixels. */
const nearPx = 1500;

/** The messages that are drawn: from `start` to before `end`. */
interface IndexRange {
  readonly start: number;
  readonly end: number;
}

/** A message that keeps its place on screen while others come and go around it. */
interface Anchor {
  readonly element: Element;
  readonly top: number;
}

/** What is drawn of a list, and the ways to other parts of it. */
export interface MessageWindow extends IndexRange {
  /** True while the page is printed: then all is drawn. */
  readonly isPrinting: boolean;
  /** Draws the end of the list. */
  showEnd(): void;
  /** Draws the part around an index. */
  showAround(index: number): void;
}

/**
 * Returns which messages are drawn: the last page at first, others as the reader scrolls, with what is on screen kept in
 * its place. As long as the end is drawn, what is added to it is, too. On paper stand all messages.
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
  /** True once the list was higher than its box: asking again at every message would cost a layout each time. */
  const isFilled = useRef(false);
  if (known !== total) setRange({ ...afterChange({ start, end }, known, total), known: total });

  /** Where reading stood before the page was printed: on paper nothing scrolls, and what is in sight is another thing. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn changes with the range and for printing
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (anchor.current) scrollBack(box, anchor.current);
    anchor.current = undefined;
    if (start === 0 || isFilled.current) return;
    // What does not overflow cannot be scrolled up: a tall window shows more at once.
    isFilled.current = box.scrollHeight > box.clientHeight;
    if (!isFilled.current) show(extendUp({ start, end }));
  }, [scroller, start, end, isPrinting]);

  // Back from paper, where everything was drawn, messages get their heights on screen anew.
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

/** Returns the same object for the same range, with which nothing is drawn again. */
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

/** Follows a list that has grown or shrunk: an end that was drawn is drawn still. */
function afterChange({ start, end }: IndexRange, before: number, total: number): IndexRange {
  if (end < before && end <= total) return { start, end };
  return { start: Math.min(Math.max(start, total - maxRendered), Math.max(0, total - pageSize)), end: total };
}

function anchorIn(box: HTMLElement): Anchor | undefined {
  const element = firstVisibleRow(box);
  return element && { element, top: element.getBoundingClientRect().top };
}

/** Scrolls so that a message stands where it stood. */
function scrollBack(box: HTMLElement, { element, top }: Anchor): void {
  if (element.isConnected) box.scrollTop += element.getBoundingClientRect().top - top;
}
