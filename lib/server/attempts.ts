/** Counts what a client may not do often, such as sharing pages, as far as one process can know. */
export interface Attempts {
  /** Returns how many whole seconds a client has to wait before its next attempt is looked at; 0 when it need not. */
  waitSeconds(client: string | undefined): number;
  /** Notes an attempt. An `undefined` client is one that cannot be told from others. */
  note(client: string | undefined): void;
}

/** The time over which attempts are counted, in milliseconds. */
export const windowMs = 60_000;

/** How many attempts a minute are let through. */
interface AttemptLimits {
  readonly perClient: number;
  /** Clients that cannot be told apart share one count, so it is higher. */
  readonly ofUnknownClients: number;
}

/** When more clients are counted, the one that was quiet for the longest time is forgotten. */
const maxClients = 10_000;

/** Creates a counter with a sliding window of one minute and a bounded memory. */
export function createAttempts(now: () => number, limits: AttemptLimits): Attempts {
  const timesByClient = new Map<string | undefined, readonly number[]>();

  function recentTimes(client: string | undefined): readonly number[] {
    const since = now() - windowMs;
    return (timesByClient.get(client) ?? []).filter((time) => time > since);
  }

  return {
    waitSeconds(client) {
      const times = recentTimes(client);
      const limit = client === undefined ? limits.ofUnknownClients : limits.perClient;
      const [oldest] = times;
      if (oldest === undefined || times.length < limit) return 0;
      return Math.ceil((oldest + windowMs - now()) / 1000);
    },
    note(client) {
      const times = [...recentTimes(client), now()].slice(-limits.ofUnknownClients);
      timesByClient.delete(client);
      timesByClient.set(client, times);
      if (timesByClient.size > maxClients) timesByClient.delete(timesByClient.keys().next().value);
    },
  };
}
