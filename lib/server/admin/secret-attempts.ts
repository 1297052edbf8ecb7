import { createAttempts } from "@/lib/server/attempts";

/** Rate limiter of guesses of the administrator's secret in this process. */
export interface SecretAttempts {
  /** Returns the seconds for which wrong secrets of this client are refused as too many; 0: they are not. */
  waitSeconds(client: string | undefined): number;
  /** Records the result of a comparison. */
  note(client: string | undefined, isRight: boolean): void;
  /** Takes one of the few places of late responses, and returns the function that frees it; undefined if all are taken. */
  hold(): (() => void) | undefined;
}

/** Maximum wrong secrets per minute of one address; callers without a known address share one count. */
export const secretLimits = { perClient: 5, ofUnknownClients: 20 } as const;

/** Delay of the response to a wrong secret of a caller without a known address, in milliseconds. */
export const heldMs = 1000;

/** Maximum number of such responses at once. Further ones are refused immediately. */
export const maxHeld = 4;

/**
 * Creates the limiter. While a caller with a known address must wait, its secret is not compared, so even the right one
 * reveals nothing. All addresses together have no limit, and neither have callers without a known address: with it,
 * strangers could lock the administrator out. A random secret of 32 characters cannot be guessed at any rate.
 */
export function createSecretAttempts(now: () => number): SecretAttempts {
  const { waitSeconds, note } = createAttempts(now, secretLimits);
  let held = 0;
  return {
    waitSeconds,
    note(client, isRight) {
      if (!isRight) note(client);
    },
    hold() {
      if (held >= maxHeld) return undefined;
      held += 1;
      let isHeld = true;
      return () => {
        if (isHeld) held -= 1;
        isHeld = false;
      };
    },
  };
}
