import type { Environment } from "@/lib/environment";

/** Signs of life that bring no event, such as comments, prolong a wait to this many times its length at most. */
const maxProlongation = 5;

/** Watches a wait; `stop` must be called when it is over. */
export interface IdleWatch {
  /** Something came, if only a comment: the wait begins anew, within its ceiling. */
  touch(): void;
  /** An event came: the wait and its ceiling begin anew. */
  renew(): void;
  /** The next wait begins, of another length in milliseconds. */
  restart(timeoutMs: number): void;
  stop(): void;
  /** How long was waited in vain, in milliseconds; nothing while there is hope. */
  expiredAfterMs(): number | undefined;
}

/** Calls `onIdle` once when nothing comes for `timeoutMs` milliseconds. */
export function watchIdle(env: Pick<Environment, "now" | "delay">, timeoutMs: number, onIdle: () => void): IdleWatch {
  let limitMs = timeoutMs;
  let touchedAt = env.now();
  let renewedAt = touchedAt;
  let isStopped = false;
  let sleep = new AbortController();
  let expiredAfterMs: number | undefined;

  /** One sleeper for all: a reply comes in thousands of pieces, and a timer for each would be dear. */
  async function watch(): Promise<void> {
    while (!isStopped) {
      const now = env.now();
      // A clock that was set back must not prolong the wait by as much.
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
