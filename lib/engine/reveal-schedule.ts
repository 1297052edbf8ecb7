/**
 * Time over which each piece of text is revealed after its arrival, in milliseconds. With the time between two frames
 * and the rendering, all text is on screen within 250 ms, and half of it within 120 ms.
 */
const revealMs = 120;

/** A piece of text that arrived, and was not due in full when `due` was last called. */
interface Arrival {
  readonly at: number;
  chars: number;
}

/** The schedule that says how much of the arrived text is due. */
export interface RevealSchedule {
  /** Notes the arrival of text. */
  add(chars: number, now: number): void;
  /** Returns how many characters are due and not taken yet. */
  due(now: number): number;
  /** Notes that characters were released. */
  take(chars: number): void;
}

/**
 * Creates a schedule: each piece of text becomes due evenly over a fixed time after its arrival. So the lag is bounded at
 * any rate, and bursts flow.
 */
export function createRevealSchedule(): RevealSchedule {
  let arrivals: Arrival[] = [];
  /** Characters of pieces that are due in full. */
  let past = 0;
  let taken = 0;
  return {
    add(chars, now) {
      const last = arrivals.at(-1);
      if (last?.at === now) last.chars += chars;
      else arrivals.push({ at: now, chars });
    },
    due(now) {
      // A clock that was set back makes all earlier text due.
      const shareAt = (at: number) => (now < at ? 1 : Math.min(1, (now - at) / revealMs));
      past += sumOf(arrivals.filter(({ at }) => shareAt(at) === 1).map(({ chars }) => chars));
      arrivals = arrivals.filter(({ at }) => shareAt(at) < 1);
      const current = sumOf(arrivals.map(({ at, chars }) => chars * shareAt(at)));
      return Math.max(0, Math.round(past + current) - taken);
    },
    take(chars) {
      taken += chars;
    },
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
