"use client";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import styles from "./width-handle.module.css";

/** Moves are applied at most this often; the last one always is. In milliseconds. */
const moveEveryMs = 20;
/** A press that ends sooner is a click, which toggles. In milliseconds. */
const clickMs = 300;
const keyStep = 16;

interface WidthHandleProps {
  readonly label: string;
  /** All in pixels. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /** What the arrow that widens leads to, where that is not a step more. */
  readonly wider?: number | undefined;
  readonly className: string | undefined;
  readonly onResize: (width: number) => void;
  /** Called by a click and by Enter. */
  readonly onToggle: () => void;
}

/** The handle at the inline end of what stands at the inline start: drag, click, arrows, Home, End and Enter. */
export function WidthHandle({ label, width, min, max, wider, className, onResize, onToggle }: WidthHandleProps) {
  const [isDragging, setDragging] = useState(false);
  const drag = useRef({ x: 0, width: 0, at: 0, movedAt: 0 });

  /** In right-to-left pages it grows when the pointer moves left. */
  function widthAt(event: PointerEvent<HTMLElement>) {
    const isRtl = document.documentElement.dir === "rtl";
    return drag.current.width + (event.clientX - drag.current.x) * (isRtl ? -1 : 1);
  }

  function press(event: PointerEvent<HTMLElement>) {
    // Another button opens a menu.
    if (event.button !== 0) return;
    // A link that slides under the pointer would start a drag of its own.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    drag.current = { x: event.clientX, width, at: event.timeStamp, movedAt: 0 };
    setDragging(true);
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!isDragging || event.timeStamp - drag.current.movedAt < moveEveryMs) return;
    drag.current.movedAt = event.timeStamp;
    onResize(widthAt(event));
  }

  function release(event: PointerEvent<HTMLElement>) {
    if (!isDragging) return;
    setDragging(false);
    if (event.timeStamp - drag.current.at < clickMs) onToggle();
    else onResize(widthAt(event));
  }

  function pressKey(event: KeyboardEvent<HTMLElement>) {
    const towardsEnd = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const widths: Record<string, number> = {
      ArrowLeft: width - keyStep,
      ArrowRight: width - keyStep,
      [towardsEnd]: wider ?? width + keyStep,
      Home: min,
      End: max,
    };
    const next = widths[event.key];
    if (next !== undefined) onResize(next);
    else if (event.key === "Enter") onToggle();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is a control, which <hr> is not
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={width}
      className={classNames(styles.handle, className)}
      data-dragging={isDragging || undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => setDragging(false)}
      onKeyDown={pressKey}
    />
  );
}
