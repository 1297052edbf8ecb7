"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Distance from the end that counts as being at the end, in pixels. */
const nearPx = 40;
/** Distance by which rounded heights change the distance from the end, in pixels. */
const roundingPx = 2;
/** Keys that scroll up, besides Shift with Space. */
const upKeys = ["ArrowUp", "PageUp", "Home"];

interface Following {
  /** False while the end of the list is not rendered: there is nothing to follow. */
  readonly isEndDrawn: boolean;
  /** Whether the list opens at its end. */
  readonly startsAtEnd: boolean;
}

/**
 * Keeps a growing list scrolled to its end as long as the user is there.
 *
 * Any wheel, drag, key or selection upwards stops following at once; reaching the end resumes it. Only the list is
 * scrolled, never the page.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { isEndDrawn, startsAtEnd }: Following,
) {
  const isFollowing = useRef(startsAtEnd);
  const [isAway, setAway] = useState(!startsAtEnd);

  const setFollowing = useCallback(
    (isNow: boolean) => {
      isFollowing.current = isNow;
      // An attribute of React comes a render later. Until then, text that grows above would move the text on the screen.
      scroller.current?.toggleAttribute("data-following", isNow);
    },
    [scroller],
  );

  const follow = useCallback(() => {
    setFollowing(true);
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
    setAway(false);
  }, [scroller, setFollowing]);

  const leave = useCallback(() => setFollowing(false), [setFollowing]);

  useLayoutEffect(() => setFollowing(isFollowing.current), [setFollowing]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && isFollowing.current && isEndDrawn) box.scrollTop = box.scrollHeight;
    // The observer follows later growth once per frame: measuring at every message would force a layout.
  }, [scroller, isEndDrawn]);

  useEffect(() => {
    const box = scroller.current;
    const list = content.current;
    if (!box || !list) return;
    let lastTop = box.scrollTop;
    let lastHeight = box.scrollHeight;
    const distance = () => box.scrollHeight - box.scrollTop - box.clientHeight;
    let lastDistance = distance();
    let isHeld = false;
    let touchY = 0;
    const isNear = () => isEndDrawn && distance() <= nearPx;

    function onScroll() {
      if (!box) return;
      // When a list shrinks, the browser scrolls it to its end. It may have grown again before the scroll event.
      const isSettled = box.scrollHeight === lastHeight && distance() > 1;
      const isUp = box.scrollTop < lastTop - 1 && (isHeld || isSettled);
      // Messages that are added above move the scroll position, but not the text, so the end comes no nearer.
      const isDown = box.scrollTop > lastTop && distance() < lastDistance - roundingPx;
      lastTop = box.scrollTop;
      lastHeight = box.scrollHeight;
      lastDistance = distance();
      if (isUp) setFollowing(false);
      else if (isDown && isNear()) setFollowing(true);
      setAway(!isFollowing.current && !isNear());
    }
    /** An upward input stops following before the list scrolls; otherwise the next growth would scroll it back. */
    function onUp() {
      if (box && box.scrollTop > 0) setFollowing(false);
    }
    function onWheel(event: WheelEvent) {
      if (event.deltaY < 0) onUp();
    }
    function onKey({ key, shiftKey }: KeyboardEvent) {
      if (upKeys.includes(key) || (key === " " && shiftKey)) onUp();
    }
    function onTouch({ type, touches }: TouchEvent) {
      const y = touches[0]?.clientY ?? 0;
      if (type === "touchmove" && y > touchY) onUp();
      touchY = y;
    }
    // Browsers fire no event when a scrollbar is released, but a mouse move without a button shows it.
    function onPointer({ buttons }: PointerEvent) {
      isHeld = buttons > 0;
    }
    function onSelect() {
      const selection = document.getSelection();
      if (selection && !selection.isCollapsed && box?.contains(selection.anchorNode)) setFollowing(false);
    }
    /** An editor that opens makes its message taller. Following the end would scroll its text out of view. */
    function onFocus({ target }: FocusEvent) {
      if (target instanceof HTMLTextAreaElement) setFollowing(false);
    }
    const observer = new ResizeObserver(() => {
      if (isFollowing.current && isEndDrawn) {
        box.scrollTop = box.scrollHeight;
        lastTop = box.scrollTop;
      }
      lastHeight = box.scrollHeight;
      lastDistance = distance();
      setAway(!isFollowing.current && !isNear());
    });
    observer.observe(list);
    observer.observe(box);
    const listening = new AbortController();
    const { signal } = listening;
    box.addEventListener("scroll", onScroll, { passive: true, signal });
    box.addEventListener("wheel", onWheel, { passive: true, signal });
    box.addEventListener("keydown", onKey, { signal });
    box.addEventListener("focusin", onFocus, { signal });
    // Another reply of a comparison is shown. Its height does not mean that a reply has grown.
    box.addEventListener("columnchange", leave, { signal });
    box.addEventListener("touchstart", onTouch, { passive: true, signal });
    box.addEventListener("touchmove", onTouch, { passive: true, signal });
    box.addEventListener("pointerdown", onPointer, { signal });
    for (const type of ["pointerup", "pointermove", "pointercancel"] as const) {
      addEventListener(type, onPointer, { passive: true, signal });
    }
    document.addEventListener("selectionchange", onSelect, { signal });
    return () => {
      observer.disconnect();
      listening.abort();
    };
  }, [scroller, content, isEndDrawn, leave, setFollowing]);

  return { isAway, follow, leave };
}
