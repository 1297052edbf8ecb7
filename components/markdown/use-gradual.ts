import { useEffect, useReducer, useRef } from "react";
import { flushSync } from "react-dom";

/** Maximum number of new parts rendered together with the existing ones: a growing text adds one or two at a time. */
const atOnce = 4;
/** Maximum number of parts rendered at once in an empty message: most texts have fewer. */
const atFirst = 16;
/** Target duration of a further step, in milliseconds: about half a frame. */
const stepMs = 8;

interface Gradual {
  readonly isDrawn: (part: number) => boolean;
  readonly isWhole: boolean;
}

/**
 * Returns which of many new parts to render now: the last ones first, which the reader of a growing chat sees, then the
 * rest in short steps, between which the tab stays responsive.
 *
 * A rendered part stays rendered. `isWhole` is true if no part is pending or still being found.
 *
 * @param isWaiting true while more parts are being found: others wait until the last ones are known
 */
export function useGradual(count: number, isWaiting = false): Gradual {
  const drawn = useRef(new Set<number>());
  const stepSize = useRef(4);
  const [, redraw] = useReducer((steps: number) => steps + 1, 0);

  // The set of rendered parts only grows, so adding to it during a render is safe to repeat.
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
