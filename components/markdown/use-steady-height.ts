import { type RefObject, useInsertionEffect, useLayoutEffect, useRef, useState } from "react";

/** How long what a person has pressed may take to come to its new height, such as a page that starts, in milliseconds. */
const settleMs = 2000;

interface Growth {
  readonly isGrowing: boolean;
  /** True: what has grown is still being read, and keeps its height though it has ended. */
  readonly isLast: boolean;
  /** False while parts of it stand as they were written: how tall they are says nothing of how tall they will be. */
  readonly isWhole: boolean;
}

/**
 * Keeps the place of a growing text as tall as it ever was, so that nothing jumps when a mark is completed and takes less
 * space than before, nor when the text has ended and a diagram takes the place of its longer source. What a person has
 * pressed in it, such as to run a page, may get shorter.
 *
 * @param content what is measured
 * @param place what holds it, and is kept tall
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
  // Before anything asks how tall what is drawn now is.
  useInsertionEffect(() => hold.current());
  useLayoutEffect(() => {
    const inner = content.current;
    const outer = place.current;
    if (!isKept || !inner || !outer) return;
    let width = 0;
    let held: number | undefined;
    let frame = 0;
    let pressedAt = Number.NEGATIVE_INFINITY;
    hold.current = () => {
      if (held === tallest.current || tallest.current === 0) return;
      held = tallest.current;
      outer.style.minBlockSize = `${held}px`;
    };
    // The height is held before it is lost: a list that is shorter for one layout only has been scrolled up by then.
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width: newWidth, height } = entry.contentRect;
      const isPressed = performance.now() - pressedAt < settleMs;
      const isOther = !isHeld.current || newWidth !== width || isPressed;
      tallest.current = isOther ? height : Math.max(tallest.current, height);
      width = newWidth;
      // What is too tall by now gives way in this frame. What has grown stands by itself until the next, and is held with
      // what that draws: now, the page would be laid out a second time.
      cancelAnimationFrame(frame);
      if (isOther) hold.current();
      else frame = requestAnimationFrame(() => hold.current());
    });
    observer.observe(inner);
    const onPress = () => {
      pressedAt = performance.now();
    };
    inner.addEventListener("click", onPress);
    return () => {
      observer.disconnect();
      inner.removeEventListener("click", onPress);
      cancelAnimationFrame(frame);
      hold.current = () => {};
      outer.style.minBlockSize = "";
    };
  }, [content, place, isKept]);
}
