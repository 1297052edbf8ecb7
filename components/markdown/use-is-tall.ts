import { type RefObject, useEffect, useState } from "react";

/** Line height of code for one pixel of the smallest text: what is shorter than this needs no measuring. In pixels. */
const leastLineHeight = 17;

/** Whether an element is higher than a bound, in pixels; from its lines until it is laid out. */
export function useIsTall(element: RefObject<HTMLElement | null>, bound: number, text: string): boolean {
  const lines = text.split("\n", 41).length;
  const [height, setHeight] = useState<number | null>(null);
  // Short code that does not wrap far is the rule, and needs no observer.
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
