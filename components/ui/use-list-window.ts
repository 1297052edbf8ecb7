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

  /** The visible part. After a key it is not read from the page: that would make the browser lay out the list at once. */
  const seen = useRef({ top: 0, height: assumedHeights.view });

  const renderSeen = useCallback(() => {
    const ahead = widened.current === query ? rowsAhead : rowsAheadOfKey;
    const next = spanAt(column, { ...heights, view: seen.current.height }, seen.current.top, ahead);
    setSpan((known) => (known.from === next.from && known.to === next.to ? known : next));
  }, [column, heights, query]);

  const look = useCallback(() => {
    const { scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    seen.current = { top: scrollTop, height: clientHeight || heights.view };
    renderSeen();
  }, [list, heights, renderSeen]);

  const measured = useRef<Partial<ListHeights>>({});
  useLayoutEffect(() => {
    const known = measured.current;
    if (known.row && known.caption && known.view) return;
    const next = {
      row: known.row || heightOf(list.current, "[role=option]"),
      caption: known.caption || heightOf(list.current, "[data-caption]"),
      view: known.view || (list.current?.clientHeight ?? 0),
    };
    measured.current = next;
    setHeights((before) => mergedHeights(before, next));
    if (next.view) seen.current = { top: list.current?.scrollTop ?? 0, height: next.view };
  });

  useEffect(() => {
    const measureAgain = () => {
      measured.current = {};
      setHeights((before) => ({ ...before }));
    };
    addEventListener("resize", measureAgain);
    return () => removeEventListener("resize", measureAgain);
  }, []);

  useLayoutEffect(() => {
    const view = list.current;
    if (!view) return;
    const top = activeRow < 0 ? undefined : scrollToReveal(column, heights, activeRow, seen.current);
    if (top !== undefined) {
      view.scrollTop = top;
      seen.current = { ...seen.current, top };
    }
    renderSeen();
  }, [list, column, heights, activeRow, renderSeen]);

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

/** Returns the measured heights, with the former ones of what is not in the page; the same object without a change. */
function mergedHeights(before: ListHeights, { row, caption, view }: ListHeights): ListHeights {
  const next = { row: row || before.row, caption: caption || before.caption, view: view || before.view };
  return next.row === before.row && next.caption === before.caption && next.view === before.view ? before : next;
}

function heightOf(list: HTMLElement | null, selector: string): number {
  return list?.querySelector<HTMLElement>(selector)?.offsetHeight ?? 0;
}
