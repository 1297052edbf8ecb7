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
 * Counts the calls of access codes in this process. Per minute, it never lets more calls pass than allowed, in any
 * window of 60 seconds; a call may have to wait up to a second longer than necessary. Memory is bounded for any limit and
 * any number of codes.
 */
class CodeUse {
  private readonly now: () => number;
  private readonly callsById = new Map<string, Calls>();
  private readonly repliesById = new Map<string, number>();
  private latest = 0;

  /**
   * @param now time in milliseconds. A clock that is set back by a moment counts as standing still; one that is corrected
   * by more than the window begins a new count.
   */
  constructor(now: () => number) {
    this.now = now;
  }

  /** Counts a call and returns 0, or returns the seconds until the next call is allowed. */
  waitSeconds(id: string, perMinute: number): number {
    const second = Math.floor(this.now() / 1000);
    if (second < this.latest - windowSeconds) {
      this.callsById.clear();
      this.latest = second;
    }
    this.latest = Math.max(this.latest, second);
    const calls = this.callsOf(id, this.latest);
    if (calls === undefined) return windowSeconds;
    let count = calls.counters.reduce((sum, each) => sum + each, 0);
    if (count < perMinute) {
      const at = this.latest % counters;
      calls.counters[at] = (calls.counters[at] ?? 0) + 1;
      return 0;
    }
    for (let seconds = 1; seconds <= windowSeconds; seconds++) {
      count -= calls.counters[(this.latest + seconds) % counters] ?? 0;
      if (count < perMinute) return seconds;
    }
    return counters;
  }

  /** Returns the calls of a code, without those before the window; undefined if no further code fits. */
  private callsOf(id: string, second: number): Calls | undefined {
    const known = this.callsById.get(id);
    if (known === undefined && !this.hasRoom(second)) return undefined;
    const calls = known ?? { counters: new Uint32Array(counters), last: second };
    for (let past = Math.max(calls.last + 1, second - counters + 1); past <= second; past++) {
      calls.counters[past % counters] = 0;
    }
    calls.last = second;
    // The last entry is the most recently used one.
    this.callsById.delete(id);
    this.callsById.set(id, calls);
    return calls;
  }

  /** Removes codes without calls in the window, and returns whether another one fits. */
  private hasRoom(second: number): boolean {
    for (const [id, { last }] of this.callsById) {
      if (this.callsById.size < maxCodes) return true;
      if (second - last < counters) return false;
      this.callsById.delete(id);
    }
    return true;
  }

  /** Returns the number of calls that count at present. */
  callsInMinute(id: string): number {
    const second = Math.max(this.latest, Math.floor(this.now() / 1000));
    const { counters: calls, last } = this.callsById.get(id) ?? { counters: new Uint32Array(counters), last: second };
    // Counters of seconds after the last call are of earlier minutes.
    return calls.reduce((sum, count, at) => {
      const age = (((last - at) % counters) + counters) % counters;
      return second - last + age < counters ? sum + count : sum;
    }, 0);
  }

  /** Begins a reply and returns the function that ends it; undefined if there are `atOnce` replies already. */
  begin(id: string, atOnce: number): (() => void) | undefined {
    const count = this.repliesById.get(id) ?? 0;
    if (count >= atOnce) return undefined;
    this.repliesById.set(id, count + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.repliesById.get(id) ?? 1) - 1;
      if (left > 0) this.repliesById.set(id, left);
      else this.repliesById.delete(id);
    };
  }
}

/** Creates the count of calls. */
export function createCodeUse(now: () => number): CodeUse {
  return new CodeUse(now);
}
