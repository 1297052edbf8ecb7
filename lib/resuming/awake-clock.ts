import type { Environment } from "@/lib/environment";

/** A clock for the timeouts of a reply. It stands still while the device sleeps or has no connection. */
export interface AwakeClock {
  now(): number;
  /** Begins a call. Returns the function that ends it. */
  begin(): () => void;
  /** Sets whether the connection of the call is lost. */
  setLost(isLost: boolean): void;
}

/** Interval at which the clock looks for gaps, and the longest gap that counts as awake, in milliseconds. */
export const tickMs = 1500;
const maxGapMs = 4000;

/** Creates the clock. Without a call under way it runs like the device's clock. */
export function createAwakeClock(env: Pick<Environment, "now" | "delay">): AwakeClock {
  let skippedMs = 0;
  let sampledAt = env.now();
  let calls = 0;
  let isLost = false;

  function sample(): number {
    const now = env.now();
    const gap = now - sampledAt;
    sampledAt = now;
    if (calls > 0) skippedMs += isLost ? gap : Math.max(0, gap - maxGapMs);
    return now - skippedMs;
  }

  async function tick(): Promise<void> {
    while (calls > 0) {
      await env.delay(tickMs);
      sample();
    }
  }

  return {
    now: sample,
    begin() {
      sample();
      calls++;
      if (calls === 1) void tick();
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        sample();
        calls--;
        isLost = false;
      };
    },
    setLost(next) {
      sample();
      isLost = next;
    },
  };
}
