"use client";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { classNames } from "@/components/ui/class-names";
import styles from "./width-handle.module.css";

/** Minimum time between two applied moves, in milliseconds; the last move always applies. */
const moveEveryMs = 20;
/** Maximum duration of a click, which toggles, in milliseconds. */
const clickMs = 300;
const keyStep = 16;

interface WidthHandleProps {
  readonly label: string;
  /** In pixels. */
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /** The width that the widening arrow key sets, if it is not one step. */
  readonly wider?: number | undefined;
  readonly className: string | undefined;
  readonly onResize: (width: number) => void;
  /** Called for a click and for Enter. */
  readonly onToggle: () => void;
}

/** The resize handle at an element's inline end: drag, click, arrows, Home, End and Enter. */
export function WidthHandle({ label, width, min, max, wider, className, onResize, onToggle }: WidthHandleProps) {
  const [isDragging, setDragging] = useState(false);
  const drag = useRef({ x: 0, width: 0, at: 0, movedAt: 0 });

  /** Returns the width for a pointer position. In right-to-left pages it grows to the left. */
  function widthAt(event: PointerEvent<HTMLElement>) {
    const isRtl = document.documentElement.dir === "rtl";
    return drag.current.width + (event.clientX - drag.current.x) * (isRtl ? -1 : 1);
  }

  function press(event: PointerEvent<HTMLElement>) {
    // Other buttons open a menu.
    if (event.button !== 0) return;
    // A link that slides under the pointer would start its own drag.
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
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a control, unlike <hr>
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
