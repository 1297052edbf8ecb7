import { type RefObject, useLayoutEffect } from "react";

/** Makes the siblings of a panel inert, focuses the panel, and returns the focus when it is unmounted. */
export function useInertSiblings(panel: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = panel.current;
    if (!node?.parentElement) return;
    const before = document.activeElement;
    const covered = [...node.parentElement.children].filter(
      (each): each is HTMLElement => each !== node && each instanceof HTMLElement && !each.inert,
    );
    for (const each of covered) each.inert = true;
    node.focus({ preventScroll: true });
    return () => {
      for (const each of covered) each.inert = false;
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [panel]);
}
