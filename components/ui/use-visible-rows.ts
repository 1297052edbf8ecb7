"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Column, type Heights, type RowSpan, scrollToReveal, visibleSpan } from "./virtual-window";

/** The rows rendered before the height of the view is known: as many as a tall window shows. */
const firstSpan: RowSpan = { from: 0, to: 32 };

/**
 * Returns which rows of a long column to render: those in the viewport of the scrolling view, and some around them. The
 * view has the heights of a row, of the gap below it and of a caption as `--row`, `--gap` and `--caption`, in pixels.
 */
export function useVisibleRows(view: RefObject<HTMLElement | null>, column: Column) {
  const [span, setSpan] = useState(firstSpan);
  const heights = useRef<Heights>({ row: 0, caption: 0 });
  const latest = useRef(column);
  latest.current = column;

  /** The visible part of the column at the last measurement, in pixels: measuring again would force a layout. */
  const seen = useRef({ top: 0, height: 0 });

  const show = useCallback(() => {
    if (heights.current.row === 0) return;
    const next = visibleSpan(latest.current, heights.current, seen.current.top, seen.current.height);
    setSpan((span) => (span.from === next.from && span.to === next.to ? span : next));
  }, []);
  const look = useCallback(() => {
    if (!view.current) return;
    seen.current = { top: view.current.scrollTop, height: view.current.clientHeight };
    show();
  }, [view, show]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another column has other rows at the same position
  useLayoutEffect(show, [show, column]);

  useEffect(() => {
    const element = view.current;
    if (!element) return;
    // Another density or width changes the heights of the column and of its rows.
    const watch = new ResizeObserver(() => {
      heights.current = heightsIn(element);
      look();
    });
    for (const each of [element, ...element.children]) watch.observe(each);
    return () => watch.disconnect();
  }, [view, look]);

  const reveal = useCallback(
    (row: number) => {
      const element = view.current;
      if (!element || row < 0) return;
      heights.current = heightsIn(element);
      const seen = { top: element.scrollTop, height: element.clientHeight };
      const top = scrollToReveal(latest.current, heights.current, row, seen);
      if (top !== undefined) element.scrollTop = top;
      look();
    },
    [view, look],
  );

  return { span, look, reveal };
}

function heightsIn(view: HTMLElement): Heights {
  const style = getComputedStyle(view);
  const pixels = (name: string) => Number.parseFloat(style.getPropertyValue(name)) || 0;
  return { row: pixels("--row") + pixels("--gap"), caption: pixels("--caption") };
}
