import { type RefObject, useCallback, useEffect, useState } from "react";
import { isRightToLeft } from "@/components/ui/direction";

/** The position in a row of columns that scrolls sideways. */
interface ColumnScroll {
  /** Whether the columns are wider than their box. */
  readonly isScrollable: boolean;
  /** The index of the column at the start of the box. */
  readonly index: number;
  goTo(index: number): void;
}

/** Follows the horizontal scrolling of columns. */
export function useColumnScroll(box: RefObject<HTMLElement | null>, count: number): ColumnScroll {
  const [{ isScrollable, index }, setState] = useState({ isScrollable: false, index: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns have other positions
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const update = () => {
      const found = { isScrollable: node.scrollWidth > node.clientWidth + 1, index: indexAtStart(node) };
      setState((known) => (known.isScrollable === found.isScrollable && known.index === found.index ? known : found));
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(node);
    node.addEventListener("scroll", update, { passive: true });
    return () => {
      sizes.disconnect();
      node.removeEventListener("scroll", update);
    };
  }, [box, count]);

  const goTo = useCallback(
    (target: number) => {
      const node = box.current;
      const column = node?.children[target];
      if (node && column) node.scrollBy({ left: distance(node, column) });
    },
    [box],
  );
  return { isScrollable, index, goTo };
}

/** Returns the distance from the start of the box to the start of a column, in pixels; negative to the left. */
function distance(box: HTMLElement, column: Element): number {
  const [outer, inner] = [box.getBoundingClientRect(), column.getBoundingClientRect()];
  return isRightToLeft(box) ? inner.right - outer.right : inner.left - outer.left;
}

function indexAtStart(box: HTMLElement): number {
  const distances = [...box.children].map((column) => Math.abs(distance(box, column)));
  return Math.max(0, distances.indexOf(Math.min(...distances)));
}
