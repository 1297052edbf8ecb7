import { type RefObject, useEffect } from "react";

/** Minimum height of a column below its head, in pixels. */
const belowHead = 60;

/**
 * Moves the heads of columns to the upper edge of the thread while it scrolls, below the sticky pager. A box that scrolls
 * sideways would hold `position: sticky` inside itself, so the style sheet shifts the heads by `--shift`.
 */
export function useColumnHeads(box: RefObject<HTMLElement | null>, isScrollable: boolean): void {
  useEffect(() => {
    const node = box.current;
    const thread = node?.closest('[role="log"]');
    if (!node || !thread || !isScrollable) return;
    const update = () => {
      const pager = node.previousElementSibling?.getBoundingClientRect().height ?? 0;
      const border = node.firstElementChild?.clientTop ?? 0;
      const hidden = thread.getBoundingClientRect().top + pager - node.getBoundingClientRect().top - border;
      const shift = Math.max(0, Math.min(hidden, node.clientHeight - belowHead));
      // Rounded down, so that the pager covers a part of a pixel: no text shows between both.
      node.style.setProperty("--shift", `${Math.floor(shift)}px`);
    };
    const sizes = new ResizeObserver(update);
    sizes.observe(node);
    thread.addEventListener("scroll", update, { passive: true });
    return () => {
      sizes.disconnect();
      thread.removeEventListener("scroll", update);
    };
  }, [box, isScrollable]);
}
