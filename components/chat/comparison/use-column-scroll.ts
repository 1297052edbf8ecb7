import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { isRightToLeft } from "@/components/ui/direction";
import { type ColumnPosition, columnPosition, nextColumn } from "./column-position";

/** The position in a row of columns that scrolls sideways. */
interface ColumnScroll extends ColumnPosition {
  /** Whether the columns are wider than their box. */
  readonly isScrollable: boolean;
  /** Scrolls to the next or the previous column. */
  step(by: 1 | -1): void;
}

const initial = { isScrollable: false, index: 0, isAtStart: true, isAtEnd: false };

/** Follows the horizontal scrolling of columns. */
export function useColumnScroll(box: RefObject<HTMLElement | null>, count: number): ColumnScroll {
  const [position, setPosition] = useState(initial);
  /** The column to which the box scrolls smoothly. */
  const target = useRef<number>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other positions
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const update = () => {
      const isScrollable = node.scrollWidth > node.clientWidth + 1;
      const found = { isScrollable, ...positionOf(node) };
      setPosition((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    };
    const forget = () => {
      target.current = undefined;
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(node);
    node.addEventListener("scroll", update, { passive: true });
    const ends = ["scrollend", "pointerdown", "wheel"] as const;
    for (const name of ends) node.addEventListener(name, forget, { passive: true });
    return () => {
      sizes.disconnect();
      node.removeEventListener("scroll", update);
      for (const name of ends) node.removeEventListener(name, forget);
    };
  }, [box, count]);

  const step = useCallback(
    (by: 1 | -1) => {
      const node = box.current;
      if (!node) return;
      const all = distances(node);
      const next = nextColumn(all, by, target.current);
      const distance = all[next ?? -1];
      if (next === undefined || distance === undefined) return;
      target.current = next;
      node.scrollBy({ left: isRightToLeft(node) ? -distance : distance });
    },
    [box],
  );
  return { ...position, step };
}

/** Returns the position of a box in its row of columns. */
export function positionOf(box: HTMLElement): ColumnPosition {
  return columnPosition(distances(box), restOf(box));
}

/** Returns the distances from the start of the box to the starts of its columns, in pixels. */
function distances(box: HTMLElement): readonly number[] {
  const outer = box.getBoundingClientRect();
  const isMirrored = isRightToLeft(box);
  return [...box.children].map((column) => {
    const inner = column.getBoundingClientRect();
    return isMirrored ? outer.right - inner.right : inner.left - outer.left;
  });
}

/** Returns the distance that the box can still scroll towards its end, in pixels. */
function restOf({ scrollWidth, clientWidth, scrollLeft }: HTMLElement): number {
  return scrollWidth - clientWidth - Math.abs(scrollLeft);
}
