"use client";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** How near the end counts as being there, in pixels (DESIGN §6). */
const nearPx = 40;

/**
 * Keeps a growing list at its end as long as the reader is there.
 *
 * Any wheel, drag, key or selection upwards stops the following at once; reaching the end resumes it. Only the list
 * itself is scrolled, never the page.
 */
export function useStickToBottom(scroller: RefObject<HTMLElement | null>, content: RefObject<HTMLElement | null>) {
  const isFollowing = useRef(true);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    isFollowing.current = true;
    box.scrollTop = box.scrollHeight;
    setAway(false);
  }, [scroller]);

  useLayoutEffect(toEnd, [toEnd]);

  useEffect(() => {
    const box = scroller.current;
    const list = content.current;
    if (!box || !list) return;
    let lastTop = box.scrollTop;
    const distance = () => box.scrollHeight - box.scrollTop - box.clientHeight;

    function onScroll() {
      if (!box) return;
      const isUp = box.scrollTop < lastTop - 1;
      lastTop = box.scrollTop;
      if (isUp) isFollowing.current = false;
      else if (distance() <= nearPx) isFollowing.current = true;
      setAway(!isFollowing.current && distance() > nearPx);
    }
    function onWheel(event: WheelEvent) {
      if (event.deltaY < 0) isFollowing.current = false;
    }
    function onSelect() {
      const selection = document.getSelection();
      if (selection && !selection.isCollapsed && box?.contains(selection.anchorNode)) isFollowing.current = false;
    }
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) {
        box.scrollTop = box.scrollHeight;
        lastTop = box.scrollTop;
      }
      setAway(!isFollowing.current && distance() > nearPx);
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
  }, [scroller, content]);

  return { isAway, toEnd };
}
