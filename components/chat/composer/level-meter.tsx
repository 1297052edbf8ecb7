"use client";
import { useEffect, useRef } from "react";
import { useDictation } from "@/store/voice/dictation-state";
import styles from "./dictation-row.module.css";

/** Number of bars, from quiet to loud. */
const bars = [1, 2, 3, 4, 5];

/** Level of a loud voice, from 0 to 1: all bars are on. */
const loudLevel = 0.25;

/** Interval of updates with reduced motion, in milliseconds. */
const calmMs = 500;

/** The level of the microphone. It bypasses React, because it changes with every frame. */
export function LevelMeter({ isLive }: { readonly isLive: boolean }) {
  const meter = useRef<HTMLSpanElement>(null);
  const readLevel = useDictation((dictation) => dictation.readLevel);

  useEffect(() => {
    const node = meter.current;
    if (!node || !isLive || !readLevel) return;
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function update() {
      // The ear hears differences of quiet sounds better.
      const share = Math.min(1, Math.sqrt((readLevel?.() ?? 0) / loudLevel));
      if (node) node.dataset.level = String(Math.round(share * bars.length));
      if (isCalm) timer = setTimeout(update, calmMs);
      else frame = requestAnimationFrame(update);
    }
    update();
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      delete node.dataset.level;
    };
  }, [isLive, readLevel]);

  return (
    <span ref={meter} className={styles.meter} data-live={isLive || undefined} aria-hidden="true">
      {bars.map((bar) => (
        <i key={bar} />
      ))}
    </span>
  );
}
