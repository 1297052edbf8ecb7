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

/**
 * Creates the limiter. While a caller must wait, its secret is not compared, so even the right one reveals nothing.
 * All addresses together have no limit: with it, strangers could lock the administrator out, and a secret of 32
 * characters cannot be guessed at any rate.
 */
export function createSecretAttempts(now: () => number): SecretAttempts {
  const { waitSeconds, note } = createAttempts(now, secretLimits);
  return {
    waitSeconds,
    note(client, isRight) {
      if (!isRight) note(client);
    },
  };
}
