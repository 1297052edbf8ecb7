import { type RefObject, useEffect, useState } from "react";

/** Returns whether an element is in full screen, and the function that toggles it. Escape exits, too. */
export function useFullScreen(element: RefObject<HTMLElement | null>): { isFull: boolean; toggle: () => void } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const update = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current);
    document.addEventListener("fullscreenchange", update);
    return () => document.removeEventListener("fullscreenchange", update);
  }, [element]);

  async function toggle() {
    try {
      if (isFull) await document.exitFullscreen();
      else await element.current?.requestFullscreen();
    } catch (error) {
      // A browser may refuse; the element then stays in place and works.
      console.warn("Could not enter full screen.", error);
    }
  }
  return { isFull, toggle: () => void toggle() };
}
