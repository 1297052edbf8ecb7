import { type RefObject, useEffect, useState } from "react";

/** Line height of code for each pixel of the smallest text size, in pixels: shorter code needs no measuring. */
const leastLineHeight = 17;

/** Returns whether an element is taller than a limit in pixels, estimated from its lines until it is laid out. */
export function useIsTall(element: RefObject<HTMLElement | null>, bound: number, text: string): boolean {
  const lines = text.split("\n", 41).length;
  const [height, setHeight] = useState<number | null>(null);
  // Most code is short and does not wrap far, so it needs no observer.
  const isSurelyShort = text.length < 500 && lines < 8;
  useEffect(() => {
    const box = element.current;
    if (isSurelyShort || !box) return;
    const observer = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element, isSurelyShort]);
  if (isSurelyShort) return false;
  return (height ?? lines * leastLineHeight) > bound;
}
