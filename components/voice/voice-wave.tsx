"use client";
import { useEffect, useRef } from "react";
import type { VoiceCall } from "@/store/voice/voice-call";
import styles from "./voice-panel.module.css";

/** Heights of the bars at rest, in pixels, from the design. */
const rest = [22, 40, 64, 84, 58, 92, 70, 44, 76, 52, 30, 46, 20];

/** Number of frequency bins: half of the FFT size. */
const levelCount = 128;
/** Number of the lowest bins, which contain nearly all frequencies of a voice. */
const heardLevels = 52;

interface VoiceWaveProps {
  readonly call: VoiceCall | undefined;
  readonly isLive: boolean;
}

/** The volume of both sides. It bypasses React, because it changes with every frame. */
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
