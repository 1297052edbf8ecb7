"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Column, type Heights, type RowSpan, scrollToReveal, visibleSpan } from "./virtual-window";

/** Heights of the rows and of the visible part of a list, in pixels. */
interface ListHeights extends Heights {
  readonly view: number;
}

/** Heights before the list is measured. */
const assumedHeights: ListHeights = { row: 44, caption: 30, view: 600 };

/** Number of options rendered outside the viewport, at either end. */
const rowsAhead = 44;

/** The same for a moment after a search has changed the list, so that a key only renders what is visible. */
const rowsAheadOfKey = 1;
const widenAfterMs = 300;

/**
 * Returns which options of a list to render, and the heights of its rows: those in the viewport of the scrolling list and
 * some around them. The list starts at the active row, and scrolls to it when that changes.
 */
export function useListWindow(
  list: RefObject<HTMLElement | null>,
  column: Column,
  { activeRow, query }: { readonly activeRow: number; readonly query: string },
) {
  const [heights, setHeights] = useState(assumedHeights);
  const [span, setSpan] = useState<RowSpan>(() => spanAt(column, assumedHeights, activeRow * assumedHeights.row));
  const [spanned, setSpanned] = useState(query);
  /** The last search whose list has all rows around the viewport. */
  const widened = useRef(query);

  if (spanned !== query) {
    setSpanned(query);
    setSpan(spanAt(column, heights, Math.max(0, activeRow) * heights.row, rowsAheadOfKey));
  }

  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    const ahead = widened.current === query ? rowsAhead : rowsAheadOfKey;
    const next = spanAt(column, { ...heights, view: clientHeight || heights.view }, scrollTop, ahead);
    setSpan((known) => (known.from === next.from && known.to === next.to ? known : next));
  }, [list, column, heights, query]);

  const measured = useRef(assumedHeights);
  useLayoutEffect(() => {
    const option = heightOf(list.current, "[role=option]");
    const caption = heightOf(list.current, "[data-caption]");
    const known = measured.current;
    const view = list.current?.clientHeight ?? 0;
    const next = { row: option || known.row, caption: caption || known.caption, view: view || known.view };
    if (next.row === known.row && next.caption === known.caption && next.view === known.view) return;
    measured.current = next;
    setHeights(next);
  });

  useLayoutEffect(() => {
    const view = list.current;
    if (!view) return;
    const seen = { top: view.scrollTop, height: view.clientHeight || heights.view };
    const top = activeRow < 0 ? undefined : scrollToReveal(column, heights, activeRow, seen);
    if (top !== undefined) view.scrollTop = top;
    look();
  }, [list, column, heights, activeRow, look]);

  useEffect(() => {
    if (widened.current === query) return;
    const timer = setTimeout(() => {
      widened.current = query;
      look();
    }, widenAfterMs);
    return () => clearTimeout(timer);
  }, [query, look]);

  return { span, heights, look };
}

function spanAt(column: Column, heights: ListHeights, top: number, ahead = rowsAhead): RowSpan {
  return visibleSpan(column, heights, top, heights.view, ahead);
}

function heightOf(list: HTMLElement | null, selector: string): number {
  return list?.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
}
