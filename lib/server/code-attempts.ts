import { createAttempts, windowMs } from "@/lib/server/attempts";

/** An access code or other secret from a caller. */
export interface PresentedCode {
  /** Digest of the code and its kind. The code itself is never stored. */
  readonly id: string;
  readonly isRight: boolean;
}

/** Count of wrong codes in this process (docs/security.md#a25). */
export interface CodeAttempts {
  /**
   * Returns the seconds until a client's code is checked, or 0, and counts the code. An `undefined` client cannot be
   * distinguished from others.
   */
  waitSeconds(client: string | undefined, code: PresentedCode): number;
}

/** Maximum different wrong codes that are compared per minute; indistinguishable clients share one count. */
const compared = { perClient: 5, ofUnknownClients: 50 };
/** Maximum different codes that a client may send per minute while codes that it used before still pass. */
const sent = { perClient: 50, ofUnknownClients: 50 };

/** Maximum number of remembered digests; the least recently sent one is forgotten first. */
const maxRemembered = 10_000;

/**
 * Creates the count of wrong codes.
 *
 * A wrong code counts once: it is remembered and rejected again without counting. So an outdated code that is stored on
 * many devices never locks their address, and a repeated guess reveals nothing new.
 *
 * While a client must wait, its codes are not compared with the server's codes: all wait alike. The only exception is a
 * valid code that passed from this address before, so that guesses of others at a shared address lock nobody out. An
 * attacker at the same address could find such a code by trying, so the exception ends after 50 different codes in a
 * minute.
 */
export function createCodeAttempts(now: () => number): CodeAttempts {
  const comparisons = createAttempts(now, compared);
  const guesses = createAttempts(now, sent);
  const wrongCodes = createMemory();
  const rightCodes = createMemory();
  /**
   * Codes that were sent while their client had to wait. Whether they are valid is not stored, so that nobody can learn
   * it.
   */
  const waitingCodes = createMemory();

  function noteWhileWaiting(client: string | undefined, id: string): void {
    const minute = Math.floor(now() / windowMs);
    if (waitingCodes.add(`${minute} ${client} ${id}`)) guesses.note(client);
  }

  return {
    waitSeconds(client, { id, isRight }) {
      // If clients cannot be distinguished, anyone's wrong codes would lock out all others, so a valid code passes.
      // The count then does not slow down guessing; only the length of the codes protects.
      if (isRight && client === undefined) return 0;
      if (!isRight && wrongCodes.touch(id)) return 0;
      const wait = comparisons.waitSeconds(client);
      if (isRight && (wait === 0 || rightCodes.touch(`${client} ${id}`))) {
        if (wait === 0) rightCodes.add(`${client} ${id}`);
        return wait === 0 ? 0 : guesses.waitSeconds(client);
      }
      if (wait > 0) {
        noteWhileWaiting(client, id);
        return wait;
      }
      wrongCodes.add(id);
      comparisons.note(client);
      guesses.note(client);
      return 0;
    },
  };
}

/** A bounded set that drops the least recently used entry. */
function createMemory() {
  const entries = new Set<string>();

  /** Returns whether an entry exists, and marks it as the most recently used. */
  function touch(entry: string): boolean {
    const isKnown = entries.delete(entry);
    if (isKnown) entries.add(entry);
    return isKnown;
  }

  return {
    touch,
    /** Adds an entry and returns whether it is new. */
    add(entry: string): boolean {
      if (touch(entry)) return false;
      entries.add(entry);
      const [oldest] = entries;
      if (entries.size > maxRemembered && oldest !== undefined) entries.delete(oldest);
      return true;
    },
  };
}
