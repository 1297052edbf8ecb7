/** Counts the calls of access codes in this process. */
export interface CodeUse {
  /** Counts a call and returns 0, or returns the seconds until the next call is allowed. */
  waitSeconds(id: string, perMinute: number): number;
  /** Returns the number of calls that count at present. */
  callsInMinute(id: string): number;
  /** Begins a reply and returns the function that ends it; undefined if there are `atOnce` replies already. */
  begin(id: string, atOnce: number): (() => void) | undefined;
}

/** Length of the counting window, in seconds. */
const windowSeconds = 60;

/** Maximum number of counted codes. If all have calls in the last minute, calls of further codes must wait. */
const maxCodes = 10_000;

/** The calls of a code in each second of the window, by second modulo the number of counters. */
interface Calls {
  readonly counters: Uint32Array;
  /** The second of the last counted call. */
  last: number;
}

/** One more counter than seconds: a window of whole seconds must cover a minute from any moment. */
const counters = windowSeconds + 1;

/**
 * Creates the count. Per minute, it never lets more calls pass than allowed, in any window of 60 seconds; a call may have
 * to wait up to a second longer than necessary. Memory is bounded for any limit and any number of codes.
 *
 * @param now time in milliseconds. A clock that is set back by a moment counts as standing still; one that is corrected
 * by more than the window begins a new count.
 */
export function createCodeUse(now: () => number): CodeUse {
  const callsById = new Map<string, Calls>();
  const repliesById = new Map<string, number>();
  let latest = 0;

  /** Returns the calls of a code, without those before the window; undefined if no further code fits. */
  function callsOf(id: string, second: number): Calls | undefined {
    const known = callsById.get(id);
    if (known === undefined && !hasRoom(second)) return undefined;
    const calls = known ?? { counters: new Uint32Array(counters), last: second };
    for (let past = Math.max(calls.last + 1, second - counters + 1); past <= second; past++) {
      calls.counters[past % counters] = 0;
    }
    calls.last = second;
    // The last entry is the most recently used one.
    callsById.delete(id);
    callsById.set(id, calls);
    return calls;
  }

  /** Removes codes without calls in the window, and returns whether another one fits. */
  function hasRoom(second: number): boolean {
    for (const [id, { last }] of callsById) {
      if (callsById.size < maxCodes) return true;
      if (second - last < counters) return false;
      callsById.delete(id);
    }
    return true;
  }

  return {
    waitSeconds(id, perMinute) {
      const second = Math.floor(now() / 1000);
      if (second < latest - windowSeconds) {
        callsById.clear();
        latest = second;
      }
      latest = Math.max(latest, second);
      const calls = callsOf(id, latest);
      if (calls === undefined) return windowSeconds;
      let count = calls.counters.reduce((sum, calls) => sum + calls, 0);
      if (count < perMinute) {
        const at = latest % counters;
        calls.counters[at] = (calls.counters[at] ?? 0) + 1;
        return 0;
      }
      for (let seconds = 1; seconds <= windowSeconds; seconds++) {
        count -= calls.counters[(latest + seconds) % counters] ?? 0;
        if (count < perMinute) return seconds;
      }
      return counters;
    },
    callsInMinute(id) {
      const second = Math.max(latest, Math.floor(now() / 1000));
      const { counters: calls, last } = callsById.get(id) ?? { counters: new Uint32Array(counters), last: second };
      // Counters of seconds after the last call are of earlier minutes.
      return calls.reduce((sum, count, at) => {
        const age = (((last - at) % counters) + counters) % counters;
        return second - last + age < counters ? sum + count : sum;
      }, 0);
    },
    begin(id, atOnce) {
      const count = repliesById.get(id) ?? 0;
      if (count >= atOnce) return undefined;
      repliesById.set(id, count + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (repliesById.get(id) ?? 1) - 1;
        if (left > 0) repliesById.set(id, left);
        else repliesById.delete(id);
      };
    },
  };
}
