"use client";
import { useEffect, useRef } from "react";
import type { VoiceCall } from "@/store/voice/voice-call";
import styles from "./voice-panel.module.css";

/** The heights of the bars at rest, in pixels, as they are drawn in the design. */
const rest = [22, 40, 64, 84, 58, 92, 70, 44, 76, 52, 30, 46, 20];

/** So many levels there are: half of what the sound is cut into. */
const levelCount = 128;
/** A voice has nearly all of its tones in the lowest of them. */
const heardLevels = 52;

interface VoiceWaveProps {
  readonly call: VoiceCall | undefined;
  readonly isLive: boolean;
}

/** How loud it is, both sides together. It is drawn past React: it changes with every frame. */
export function VoiceWave({ call, isLive }: VoiceWaveProps) {
  const wave = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const bars = wave.current?.children;
    if (!bars || !call || !isLive) return;
    const levels = new Uint8Array(levelCount);
    const step = heardLevels / bars.length;
    let frame = requestAnimationFrame(function draw() {
      call.readLevels(levels);
      for (const [index, bar] of [...bars].entries()) {
        const level = (levels[Math.floor(index * step)] ?? 0) / 255;
        if (bar instanceof HTMLElement) bar.style.scale = `1 ${0.12 + level * 0.88}`;
      }
      frame = requestAnimationFrame(draw);
    });
    return () => {
      cancelAnimationFrame(frame);
      for (const bar of bars) if (bar instanceof HTMLElement) bar.style.scale = "";
    };
  }, [call, isLive]);

  return (
    <div ref={wave} className={styles.wave} data-live={isLive || undefined} aria-hidden="true">
      {rest.map((height) => (
        <i key={height} style={{ blockSize: height }} />
      ))}
    </div>
  );
}
