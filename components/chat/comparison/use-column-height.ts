import { type RefObject, useEffect } from "react";
import { positionOf } from "./use-column-scroll";

/** Time without scrolling after which another column counts as shown, in milliseconds. A swipe must not be interrupted. */
const settleMs = 120;

/**
 * Sets `--height` of a box that scrolls sideways to the height of the column at its start. Where one column fills the
 * box, the style sheet gives the box this height, so that a short reply does not end in the space of a long one.
 */
export function useColumnHeight(box: RefObject<HTMLElement | null>, isScrollable: boolean): void {
  useEffect(() => {
    const node = box.current;
    if (!node || !isScrollable) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: Element | undefined;
    let isChanged = false;
    const settle = () => {
      const column = node.children[positionOf(node).index];
      if (column === shown) return;
      if (shown) {
        sizes.unobserve(shown);
        // A reader of a finished reply begins at its start. The end of a growing one is followed.
        if (!column?.matches("[aria-busy=true]")) node.dispatchEvent(new Event("columnchange", { bubbles: true }));
      }
      isChanged = shown !== undefined;
      shown = column;
      if (shown) sizes.observe(shown);
    };
    const sizes = new ResizeObserver(() => {
      // A retry replaces the element of its column.
      if (!shown?.isConnected) return settle();
      node.style.setProperty("--height", `${Math.ceil(shown.getBoundingClientRect().height)}px`);
      // The Tab key has shown this column, at an element that the lower box had no room for.
      const { activeElement } = document;
      if (isChanged && shown.contains(activeElement)) activeElement?.scrollIntoView({ block: "nearest" });
      isChanged = false;
    });
    const scrolled = () => {
      // The focus can move to the end of a column that is higher than the box. The box is as high as the column soon.
      if (node.scrollTop > 0) node.scrollTop = 0;
      clearTimeout(timer);
      timer = setTimeout(settle, settleMs);
    };
    settle();
    node.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      clearTimeout(timer);
      sizes.disconnect();
      node.removeEventListener("scroll", scrolled);
      node.style.removeProperty("--height");
    };
  }, [box, isScrollable]);
}
