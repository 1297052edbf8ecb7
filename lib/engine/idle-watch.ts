import type { Environment } from "@/lib/environment";

/** Maximum extension of a timeout by activity without events, such as comments, as a factor. */
const maxProlongation = 5;

/** An idle timeout; call `stop` when the work ends. */
export interface IdleWatch {
  /** Some data arrived, even a comment: restarts the timeout within its ceiling. */
  touch(): void;
  /** An event arrived: restarts the timeout and its ceiling. */
  renew(): void;
  /** Starts the next wait, with another timeout in milliseconds. */
  restart(timeoutMs: number): void;
  stop(): void;
  /** Returns the length of the wait that timed out, in milliseconds; undefined before the timeout. */
  expiredAfterMs(): number | undefined;
}

/** Calls `onIdle` once if nothing arrives for `timeoutMs` milliseconds. */
export function watchIdle(env: Pick<Environment, "now" | "delay">, timeoutMs: number, onIdle: () => void): IdleWatch {
  let limitMs = timeoutMs;
  let touchedAt = env.now();
  let renewedAt = touchedAt;
  let isStopped = false;
  let sleep = new AbortController();
  let expiredAfterMs: number | undefined;

  /** A single timer for the whole wait: a reply has thousands of chunks, and a timer for each would be expensive. */
  async function watch(): Promise<void> {
    while (!isStopped) {
      const now = env.now();
      // If the clock was set back, do not extend the timeout by that amount.
      touchedAt = Math.min(touchedAt, now);
      renewedAt = Math.min(renewedAt, now);
      const ceilingMs = maxProlongation * limitMs;
      const leftMs = Math.min(touchedAt + limitMs, renewedAt + ceilingMs) - now;
      if (leftMs > 0) {
        await env.delay(leftMs, sleep.signal);
        continue;
      }
      expiredAfterMs = now - touchedAt >= limitMs ? limitMs : ceilingMs;
      onIdle();
      return;
    }
  }

  function renew(): void {
    touchedAt = env.now();
    renewedAt = touchedAt;
  }

  function wake(): void {
    sleep.abort();
    sleep = new AbortController();
  }

  void watch();
  return {
    touch: () => {
      touchedAt = env.now();
    },
    renew,
    restart: (nextTimeoutMs) => {
      limitMs = nextTimeoutMs;
      renew();
      wake();
    },
    stop: () => {
      isStopped = true;
      wake();
    },
    expiredAfterMs: () => expiredAfterMs,
  };
}
