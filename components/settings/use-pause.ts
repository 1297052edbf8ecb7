"use client";
import { useEffect, useState } from "react";
import { useSync } from "@/store/sync/sync";

/** Time after which a sync that runs can be paused, in milliseconds: short ones show no button for it. */
const delayMs = 1_000;

/** Returns whether the sync that runs can be paused, whether it is about to pause, and the function that pauses it. */
export function usePause() {
  const isRunning = useSync(({ phase }) => phase !== undefined);
  const isPausable = useSync((state) => state.isPausable);
  const [isLong, setLong] = useState(false);
  const [isPausing, setPausing] = useState(false);

  useEffect(() => {
    setLong(false);
    setPausing(false);
    if (!isRunning) return;
    const timer = setTimeout(() => setLong(true), delayMs);
    return () => clearTimeout(timer);
  }, [isRunning]);

  return {
    canPause: isRunning && isPausable && isLong,
    isPausing,
    pause() {
      setPausing(true);
      useSync.getState().pause();
    },
  };
}
