import { type RefObject, useEffect, useState } from "react";

/** How far outside the window something counts as near, as a margin of its edges. */
const margin = "100% 0px";

/** Tells, from then on, that an element has come near the window: pictures are read when they may soon be seen. */
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
