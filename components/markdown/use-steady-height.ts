import { type RefObject, useInsertionEffect, useLayoutEffect, useRef, useState } from "react";

/** Maximum time for a clicked element to reach its new height, such as a page that starts, in milliseconds. */
const settleMs = 2000;
/** Time without a change after which a finished text has its final height, in milliseconds. */
const restMs = 400;

interface Growth {
  readonly isGrowing: boolean;
  /** True while the finished text is still being read: it keeps its height. */
  readonly isLast: boolean;
  /** False while parts of it are plain text, whose height differs from the final one. */
  readonly isWhole: boolean;
}

/**
 * Keeps the container of a growing text as tall as it ever was. So nothing jumps when a completed mark takes less
 * space, or when a diagram replaces its longer source. An element that the user has clicked, for example to run a page,
 * may shrink. Once the text has ended, unused space is released where that moves nothing on the screen. For a reader who
 * is at the end, the text then slides down to the message box.
 *
 * @param content the measured element
 * @param place the container whose height is preserved
 */
export function useSteadyHeight(
  content: RefObject<HTMLElement | null>,
  place: RefObject<HTMLElement | null>,
  { isGrowing, isLast, isWhole }: Growth,
): void {
  const tallest = useRef(0);
  const isHeld = useRef(isWhole);
  useLayoutEffect(() => {
    isHeld.current = isWhole;
    tallest.current = 0;
  }, [isWhole]);
  const [hasGrown, setGrown] = useState(isGrowing);
  if (isGrowing && !hasGrown) setGrown(true);
  const isKept = isGrowing || (hasGrown && isLast);
  const hold = useRef((_isSliding?: boolean) => {});
  // Before any measurement of the rendered content.
  useInsertionEffect(() => hold.current());
  useLayoutEffect(() => {
    const inner = content.current;
    const outer = place.current;
    if (!isKept || !inner || !outer) return;
    let width = 0;
    let held: number | undefined;
    let pressedAt = Number.NEGATIVE_INFINITY;
    hold.current = (isSliding = false) => {
      if (held === tallest.current || tallest.current === 0) return;
      held = tallest.current;
      outer.style.transition = isSliding ? "min-block-size var(--d-3) var(--ease-in-out)" : "";
      outer.style.minBlockSize = `${held}px`;
    };
    // Set the height before it shrinks: even one layout with a shorter list would scroll it.
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width: newWidth, height } = entry.contentRect;
      const isPressed = performance.now() - pressedAt < settleMs;
      const isOther = !isHeld.current || newWidth !== width || isPressed;
      tallest.current = isOther ? height : Math.max(tallest.current, height);
      width = newWidth;
      // Too tall containers shrink in this frame. Growth is applied together with the next change of the content:
      // applying it now would force a second layout.
      if (isOther || (held !== undefined && held > tallest.current)) hold.current();
    });
    observer.observe(inner);
    // Parts such as diagrams change without a rendering of the whole text. The callback runs before the layout.
    const changes = new MutationObserver(() => hold.current());
    changes.observe(inner, { childList: true, characterData: true, subtree: true });
    const onPress = () => {
      pressedAt = performance.now();
    };
    inner.addEventListener("click", onPress);
    return () => {
      observer.disconnect();
      inner.removeEventListener("click", onPress);
      changes.disconnect();
      hold.current = () => {};
      outer.style.minBlockSize = "";
      outer.style.transition = "";
    };
  }, [content, place, isKept]);
  useLayoutEffect(() => {
    const inner = content.current;
    const outer = place.current;
    const list = outer?.closest('[role="log"]');
    if (isGrowing || !isKept || !inner || !outer || !list) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const release = (mayScroll: boolean) => {
      const height = inner.getBoundingClientRect().height;
      const spare = outer.getBoundingClientRect().height - height;
      const newEnd = Math.max(0, list.scrollHeight - list.clientHeight - spare);
      const isStill = list.scrollTop <= newEnd;
      if (spare < 1 || !(isStill || (mayScroll && list.hasAttribute("data-following")))) return;
      tallest.current = height;
      hold.current(!isStill);
    };
    const onScroll = () => release(false);
    const settle = () => {
      clearTimeout(timer);
      // A diagram that replaces its source changes the height later.
      const isPending = () => inner.querySelector("[data-pending]") !== null;
      timer = setTimeout(() => (isPending() ? settle() : release(true)), restMs);
    };
    const observer = new ResizeObserver(settle);
    observer.observe(inner);
    list.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      list.removeEventListener("scroll", onScroll);
    };
  }, [content, place, isKept, isGrowing]);
}
