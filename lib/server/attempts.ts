/** Counts wrong access codes, as far as one process can know (A2.5). */
export interface Attempts {
  /** Answers how many whole seconds a client has to wait before its next code is looked at; 0 when it need not. */
  waitSeconds(client: string | undefined): number;
  /** Notes a wrong code. An `undefined` client is one that cannot be told from others. */
  noteWrongCode(client: string | undefined): void;
}

const windowMs = 60_000;
const wrongCodesPerClient = 5;
/** Clients that cannot be told apart share one count, so it is higher; a right code passes in any case (`access.ts`). */
const wrongCodesOfUnknownClients = 50;
/** When more clients are counted, the one that was quiet for the longest time is forgotten. */
const maxClients = 10_000;

/** Makes a counter with a sliding window of one minute and a bounded memory. */
export function createAttempts(now: () => number): Attempts {
  const timesByClient = new Map<string | undefined, readonly number[]>();

  function recentTimes(client: string | undefined): readonly number[] {
    const since = now() - windowMs;
    return (timesByClient.get(client) ?? []).filter((time) => time > since);
  }

  return {
    waitSeconds(client) {
      const times = recentTimes(client);
      const limit = client === undefined ? wrongCodesOfUnknownClients : wrongCodesPerClient;
      const [oldest] = times;
      if (oldest === undefined || times.length < limit) return 0;
      return Math.ceil((oldest + windowMs - now()) / 1000);
    },
    noteWrongCode(client) {
      const times = [...recentTimes(client), now()].slice(-wrongCodesOfUnknownClients);
      timesByClient.delete(client);
      timesByClient.set(client, times);
      if (timesByClient.size > maxClients) timesByClient.delete(timesByClient.keys().next().value);
    },
  };
}
