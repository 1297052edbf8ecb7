/** Rate limiter for actions such as sharing pages. It only knows the calls of one process. */
export interface Attempts {
  /** Returns the seconds until the client's next attempt is allowed, rounded up; 0 if it is allowed now. */
  waitSeconds(client: string | undefined): number;
  /** Records an attempt. An `undefined` client cannot be distinguished from others. */
  note(client: string | undefined): void;
}

/** Length of the counting window, in milliseconds. */
export const windowMs = 60_000;

/** Maximum attempts per minute. */
interface AttemptLimits {
  readonly perClient: number;
  /** The shared limit of all clients that cannot be distinguished, so it is higher. */
  readonly ofUnknownClients: number;
}

/** Maximum number of counted clients; beyond it, the least recently active one is forgotten. */
const maxClients = 10_000;

/** Creates a rate limiter with a sliding window of one minute and bounded memory. */
export function createAttempts(now: () => number, limits: AttemptLimits): Attempts {
  const timesByClient = new Map<string | undefined, readonly number[]>();

  function recentTimes(client: string | undefined): readonly number[] {
    const current = now();
    // A time far ahead is that of a clock that was wrong: it would lock its client out until then.
    return (timesByClient.get(client) ?? []).filter((time) => Math.abs(current - time) < windowMs);
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
