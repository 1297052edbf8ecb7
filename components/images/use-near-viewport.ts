import { type RefObject, useEffect, useState } from "react";

/** Distance from the viewport that counts as near, as a root margin. */
const margin = "100% 0px";

/** Returns true once an element has come near the viewport: images are read just before they are visible. */
export function useNearViewport(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node || isNear) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: margin },
    );
    watch.observe(node);
    return () => watch.disconnect();
  }, [element, isNear]);
  return isNear;
}
