"use client";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Kbd } from "./kbd";
import styles from "./tooltip.module.css";
import { watchTips } from "./tooltip-watch";

/** Distance between the tooltip and its target, and between it and the window's edge, in pixels. */
const gap = 6;
const margin = 8;

/**
 * The only tooltip of the document, for the element with `tipProps` that is hovered or focused. Mount it once. Hidden
 * from screen readers, because it repeats the element's name.
 */
export function TooltipLayer() {
  const [target, setTarget] = useState<HTMLElement>();
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => watchTips(document, setTarget), []);

  useLayoutEffect(() => {
    const node = bubble.current;
    if (!node || !target) return;
    // Shown again each time, so that it is above a dialog that was opened meanwhile.
    node.showPopover?.();
    place(node, target);
    return () => node.hidePopover?.();
  }, [target]);

  return (
    <div ref={bubble} popover="manual" aria-hidden="true" data-tip-layer="" className={styles.tip}>
      {target?.dataset.tip}
      {target?.dataset.tipKeys && <Kbd keys={target.dataset.tipKeys} bare />}
    </div>
  );
}

function place(bubble: HTMLElement, target: HTMLElement): void {
  const at = target.getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const furthest = document.documentElement.clientWidth - width - margin;
  const beside = getComputedStyle(target).direction === "rtl" ? at.left - width - gap : at.right + gap;
  // Beside a row of a list, the tooltip covers no other row.
  const isBeside = target.dataset.tipRow !== undefined && beside >= margin && beside <= furthest;
  const above = at.top - height - gap;
  const y = isBeside ? at.top + (at.height - height) / 2 : above >= margin ? above : at.bottom + gap;
  const x = isBeside ? beside : Math.max(margin, Math.min(at.x + (at.width - width) / 2, furthest));
  bubble.style.translate = `${Math.round(x)}px ${Math.round(y)}px`;
}
