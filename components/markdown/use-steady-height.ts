import { type RefObject, useInsertionEffect, useLayoutEffect, useRef, useState } from "react";

/** Maximum time for a clicked element to reach its new height, such as a page that starts, in milliseconds. */
const settleMs = 2000;

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
 * may shrink. Once the text has ended, unused space is released as soon as the list is scrolled so far up that nothing
 * above it moves.
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
  const hold = useRef(() => {});
  // Before any measurement of the rendered content.
  useInsertionEffect(() => hold.current());
  useLayoutEffect(() => {
    const inner = content.current;
    const outer = place.current;
    if (!isKept || !inner || !outer) return;
    let width = 0;
    let held: number | undefined;
    let pressedAt = Number.NEGATIVE_INFINITY;
    hold.current = () => {
      if (held === tallest.current || tallest.current === 0) return;
      held = tallest.current;
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
    };
  }, [content, place, isKept]);
  useLayoutEffect(() => {
    const inner = content.current;
    const outer = place.current;
    const list = outer?.closest('[role="log"]');
    if (isGrowing || !isKept || !inner || !outer || !list) return;
    const release = () => {
      const height = inner.getBoundingClientRect().height;
      const spare = outer.getBoundingClientRect().height - height;
      const below = list.scrollHeight - list.clientHeight - list.scrollTop;
      if (spare < 1 || below < spare) return;
      tallest.current = height;
      hold.current();
    };
    list.addEventListener("scroll", release, { passive: true });
    return () => list.removeEventListener("scroll", release);
  }, [content, place, isKept, isGrowing]);
}
