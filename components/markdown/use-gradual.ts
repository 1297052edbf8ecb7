import { useEffect, useReducer, useRef } from "react";
import { flushSync } from "react-dom";

/** As many new parts are drawn together with what came before: a growing text brings one or two at a time. */
const atOnce = 4;
/** As many are drawn at once where nothing was drawn before: most texts have no more. */
const atFirst = 8;
/** How long a further step should take, in milliseconds: about half a frame. */
const stepMs = 8;

interface Gradual {
  readonly isDrawn: (part: number) => boolean;
  readonly isWhole: boolean;
}

/**
 * Returns which of so many parts are drawn now, when many come at once: the last ones first, where the reader of a
 * growing conversation is, and the rest in short steps, between which the page answers.
 *
 * A part that has been drawn stays so; `isWhole` tells that none is left, nor being found.
 *
 * @param isWaiting true while more parts are being found: no other is drawn before the last ones are known
 */
export function useGradual(count: number, isWaiting = false): Gradual {
  const drawn = useRef(new Set<number>());
  const stepSize = useRef(4);
  const [, redraw] = useReducer((steps: number) => steps + 1, 0);

  // What is drawn only grows, so adding to it while drawing is safe to repeat.
  const pending = isWaiting ? [] : pendingOf(count, drawn.current);
  const most = drawn.current.size === 0 ? atFirst : atOnce;
  const later = pending.length <= most ? [] : pending.slice(0, -atOnce);
  for (const part of pending.slice(later.length)) drawn.current.add(part);

  const left = later.length;
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => {
      const startedAt = performance.now();
      for (const part of pendingOf(count, drawn.current).slice(-stepSize.current)) drawn.current.add(part);
      flushSync(redraw);
      const isSlow = performance.now() - startedAt > stepMs;
      stepSize.current = isSlow ? Math.max(1, stepSize.current >> 1) : stepSize.current + 1;
    });
    return () => clearTimeout(timer);
  });

  return { isDrawn: (part) => drawn.current.has(part), isWhole: left === 0 && !isWaiting };
}

function pendingOf(count: number, drawn: ReadonlySet<number>): number[] {
  if (drawn.size >= count) return [];
  return Array.from({ length: count }, (_, part) => part).filter((part) => !drawn.has(part));
}
