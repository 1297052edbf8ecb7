"use client";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { sidebarWidths } from "@/lib/settings/app-settings";
import styles from "./sidebar-resizer.module.css";
import { useSidebarWidth } from "./use-sidebar-width";

/** Moves are applied at most this often; the last one always is. In milliseconds (§1.2). */
const moveEveryMs = 20;
/** A press that ends sooner is a click, which toggles. In milliseconds. */
const clickMs = 300;
const keyStep = 16;

/** The handle at the sidebar's inline end: drag, click, arrows, Home, End and Enter. */
export function SidebarResizer() {
  const t = useTranslations("sidebar");
  const { width, isNarrow, setWidth, toggle } = useSidebarWidth();
  const [isDragging, setDragging] = useState(false);
  const drag = useRef({ x: 0, width: 0, at: 0, movedAt: 0 });

  /** The sidebar stands at the inline start: in right-to-left pages it grows when the pointer moves left. */
  function widthAt(event: PointerEvent<HTMLElement>) {
    const isRtl = document.documentElement.dir === "rtl";
    return drag.current.width + (event.clientX - drag.current.x) * (isRtl ? -1 : 1);
  }

  function press(event: PointerEvent<HTMLElement>) {
    // A chat link that slides under the pointer would start a drag of its own.
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    drag.current = { x: event.clientX, width, at: event.timeStamp, movedAt: 0 };
    setDragging(true);
  }

  function move(event: PointerEvent<HTMLElement>) {
    if (!isDragging || event.timeStamp - drag.current.movedAt < moveEveryMs) return;
    drag.current.movedAt = event.timeStamp;
    setWidth(widthAt(event));
  }

  function release(event: PointerEvent<HTMLElement>) {
    if (!isDragging) return;
    setDragging(false);
    if (event.timeStamp - drag.current.at < clickMs) toggle();
    else setWidth(widthAt(event));
  }

  function pressKey(event: KeyboardEvent<HTMLElement>) {
    const towardsEnd = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
    const widths: Record<string, number> = {
      ArrowLeft: width - keyStep,
      ArrowRight: width - keyStep,
      [towardsEnd]: isNarrow ? sidebarWidths.threshold : width + keyStep,
      Home: sidebarWidths.narrow,
      End: sidebarWidths.max,
    };
    const next = widths[event.key];
    if (next !== undefined) setWidth(next);
    else if (event.key === "Enter") toggle();
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves is a control, which <hr> is not
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t("width")}
      aria-valuemin={sidebarWidths.narrow}
      aria-valuemax={sidebarWidths.max}
      aria-valuenow={width}
      className={styles.resizer}
      data-dragging={isDragging || undefined}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={pressKey}
    />
  );
}
