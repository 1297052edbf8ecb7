import { createAttempts } from "@/lib/server/attempts";

/** Rate limiter of guesses of the administrator's secret in this process. */
export interface SecretAttempts {
  /** Returns the seconds until a secret of this client is compared; 0: now. */
  waitSeconds(client: string | undefined): number;
  /** Records the result of a comparison. */
  note(client: string | undefined, isRight: boolean): void;
}

/** Maximum wrong secrets per minute of one address; callers without a known address share one count. */
export const secretLimits = { perClient: 5, ofUnknownClients: 20 } as const;

/** Maximum wrong secrets per minute of all addresses together. */
export const secretsOfAll = 60;

/** Maximum number of remembered addresses that had the right secret. */
const maxKnown = 100;

/**
 * Creates the limiter. While a caller must wait, its secret is not compared, so even the right one reveals nothing. The
 * limit of all addresses stops guesses from many of them. It does not apply to an address that had the right secret
 * before: otherwise strangers could lock the administrator out.
 */
export function createSecretAttempts(now: () => number): SecretAttempts {
  const ofClients = createAttempts(now, secretLimits);
  const ofAll = createAttempts(now, { perClient: secretsOfAll, ofUnknownClients: secretsOfAll });
  const known = new Set<string>();

  return {
    waitSeconds(client) {
      const own = ofClients.waitSeconds(client);
      return client !== undefined && known.has(client) ? own : Math.max(own, ofAll.waitSeconds(undefined));
    },
    note(client, isRight) {
      if (!isRight) {
        ofClients.note(client);
        ofAll.note(undefined);
      } else if (client !== undefined) {
        known.delete(client);
        known.add(client);
        const [oldest] = known;
        if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
      }
    },
  };
}
