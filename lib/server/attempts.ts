/** Counts what a client may not do often, such as sending wrong access codes, as far as one process can know (A2.5). */
export interface Attempts {
  /** Answers how many whole seconds a client has to wait before its next attempt is looked at; 0 when it need not. */
  waitSeconds(client: string | undefined): number;
  /** Notes an attempt. An `undefined` client is one that cannot be told from others. */
  note(client: string | undefined): void;
}

const windowMs = 60_000;

/** How many attempts a minute are let through. */
interface AttemptLimits {
  readonly perClient: number;
  /** Clients that cannot be told apart share one count, so it is higher. */
  readonly ofUnknownClients: number;
}

/** A right code passes in any case (`access.ts`). */
const wrongCodes: AttemptLimits = { perClient: 5, ofUnknownClients: 50 };

/** When more clients are counted, the one that was quiet for the longest time is forgotten. */
const maxClients = 10_000;

/** Makes a counter with a sliding window of one minute and a bounded memory. */
export function createAttempts(now: () => number, limits: AttemptLimits = wrongCodes): Attempts {
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
