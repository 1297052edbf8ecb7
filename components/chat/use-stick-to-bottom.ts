"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How near the end counts as being there, in pixels (DESIGN §6). */
const nearPx = 40;

interface Following {
  /** False while the end of the list is not drawn: there is nothing to keep up with. */
  readonly isEndDrawn: boolean;
  /** True: the list opens at its end. */
  readonly startsAtEnd: boolean;
}

/**
 * Keeps a growing list at its end as long as the reader is there.
 *
 * Any wheel, drag, key or selection upwards stops the following at once; reaching the end resumes it. Only the list
 * itself is scrolled, never the page.
 */
export function useStickToBottom(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  { isEndDrawn, startsAtEnd }: Following,
) {
  const isFollowing = useRef(startsAtEnd);
  const [isAway, setAway] = useState(!startsAtEnd);

  const follow = useCallback(() => {
    isFollowing.current = true;
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
    setAway(false);
  }, [scroller]);

  const leave = useCallback(() => {
    isFollowing.current = false;
  }, []);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (box && isFollowing.current && isEndDrawn) box.scrollTop = box.scrollHeight;
    // What is added later is followed by the observer, once a frame: asking for heights at every message costs a layout.
  }, [scroller, isEndDrawn]);

  useEffect(() => {
    const box = scroller.current;
    const list = content.current;
    if (!box || !list) return;
    let lastTop = box.scrollTop;
    const distance = () => box.scrollHeight - box.scrollTop - box.clientHeight;
    const isNear = () => isEndDrawn && distance() <= nearPx;

    function onScroll() {
      if (!box) return;
      const isUp = box.scrollTop < lastTop - 1;
      lastTop = box.scrollTop;
      if (isUp) isFollowing.current = false;
      else if (isNear()) isFollowing.current = true;
      setAway(!isFollowing.current && !isNear());
    }
    function onWheel(event: WheelEvent) {
      if (event.deltaY < 0) isFollowing.current = false;
    }
    function onSelect() {
      const selection = document.getSelection();
      if (selection && !selection.isCollapsed && box?.contains(selection.anchorNode)) isFollowing.current = false;
    }
    const observer = new ResizeObserver(() => {
      if (isFollowing.current && isEndDrawn) {
        box.scrollTop = box.scrollHeight;
        lastTop = box.scrollTop;
      }
      setAway(!isFollowing.current && !isNear());
    });
    observer.observe(list);
    observer.observe(box);
    box.addEventListener("scroll", onScroll, { passive: true });
    box.addEventListener("wheel", onWheel, { passive: true });
    document.addEventListener("selectionchange", onSelect);
    return () => {
      observer.disconnect();
      box.removeEventListener("scroll", onScroll);
      box.removeEventListener("wheel", onWheel);
      document.removeEventListener("selectionchange", onSelect);
    };
  }, [scroller, content, isEndDrawn]);

  return { isAway, follow, leave };
}
