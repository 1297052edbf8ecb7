"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether the tab is being printed. The change renders synchronously, because printing captures the page when the event
 * ends. `beforeTurn` is called just before each change.
 */
export function usePrinting(beforeTurn: (isNext: boolean) => void): boolean {
  const [isPrinting, setPrinting] = useState(false);
  const turn = useEffectEvent((isNext: boolean) => {
    beforeTurn(isNext);
    flushSync(() => setPrinting(isNext));
  });

  useEffect(() => {
    const begin = () => turn(true);
    const end = () => turn(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
