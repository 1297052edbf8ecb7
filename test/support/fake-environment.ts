import type { Environment } from "@/lib/environment";

/** A call that was sent through a fake environment. */
export interface FakeCall {
  readonly url: string;
  readonly init: RequestInit;
}

/** An answer to a call: ready-made, or made when the call comes; an error that is thrown is a network that fails. */
export type FakeAnswer = Response | ((call: FakeCall) => Response | Promise<Response>);

interface FakeOptions {
  /** The time at the beginning, in milliseconds. */
  readonly now?: number;
  /** One answer for each call, in order; or a function that answers them all. */
  readonly responses?: readonly FakeAnswer[] | ((call: FakeCall) => Response | Promise<Response>);
  /**
   * `manual`: delays end when `advance` brings their time. `instant`: a delay moves the time to its end and resolves.
   * Timeouts that are meant not to happen need the manual clock, which is the default.
   */
  readonly clock?: "manual" | "instant";
}

export interface FakeEnvironment extends Environment {
  /** All calls so far. */
  readonly calls: readonly FakeCall[];
  /** Moves the time on, ending the delays that fall due one after the other; lets what waited for them run. */
  advance(ms: number): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * Makes an environment that does the same thing every time: ids count up from `id-1`, random numbers are all 0.5, the
 * time stands still until it is moved, and a frame is the next turn of the event loop.
 */
export function fakeEnvironment({ now = 0, responses = [], clock = "manual" }: FakeOptions = {}): FakeEnvironment {
  const calls: FakeCall[] = [];
  const sleepers = new Set<Sleeper>();
  let time = now;
  let ids = 0;

  async function answer(call: FakeCall): Promise<Response> {
    calls.push(call);
    if (typeof responses === "function") return responses(call);
    const next = responses[calls.length - 1];
    if (next === undefined) throw new Error(`No answer is prepared for call ${calls.length}: ${call.url}`);
    return typeof next === "function" ? next(call) : next;
  }

  function delay(ms: number, signal?: AbortSignal): Promise<void> {
    // What is due now waits for no `advance`.
    if (signal?.aborted || ms === 0) return Promise.resolve();
    if (clock === "instant") {
      time += ms;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const wake = () => {
        sleepers.delete(sleeper);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper: Sleeper = { at: time + ms, wake };
      sleepers.add(sleeper);
      signal?.addEventListener("abort", wake);
    });
  }

  async function advance(ms: number): Promise<void> {
    const end = time + ms;
    for (;;) {
      await nextTurn();
      const next = [...sleepers].sort((one, other) => one.at - other.at)[0];
      if (!next || next.at > end) break;
      time = Math.max(time, next.at);
      next.wake();
    }
    time = end;
    await nextTurn();
  }

  return {
    calls,
    advance,
    now: () => time,
    newId: () => `id-${++ids}`,
    random: () => 0.5,
    fetch: (url, init = {}) => untilAborted(answer({ url, init }), init.signal),
    delay,
    nextFrame: nextTurn,
  };
}

/** Like the real fetch, a call whose signal is aborted rejects. */
function untilAborted(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    answer.then(resolve, reject);
  });
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
