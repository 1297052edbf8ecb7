"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether the page is being printed. What follows from it is drawn at once, for the paper shows what stands there
 * when the event is over; `beforeTurn` is told just before each change what comes.
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
