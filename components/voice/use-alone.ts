import { type RefObject, useLayoutEffect } from "react";

/**
 * Takes what a panel covers out of reach, focuses the panel, and gives the focus back to where it was when the panel
 * goes. What is covered are the other children of its parent.
 */
export function useAlone(panel: RefObject<HTMLElement | null>): void {
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
