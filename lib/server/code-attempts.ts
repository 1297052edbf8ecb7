import { createAttempts, windowMs } from "@/lib/server/attempts";

/** An access code or another secret that a caller presents. */
export interface PresentedCode {
  /** A digest of the code with its kind. The code itself is never stored. */
  readonly id: string;
  readonly isRight: boolean;
}

/** Counts wrong codes, as far as one process can know (A2.5). */
export interface CodeAttempts {
  /**
   * Returns how many whole seconds a client has to wait before its code is answered, or 0, and counts the code. An
   * `undefined` client is one that cannot be told from others.
   */
  waitSeconds(client: string | undefined, code: PresentedCode): number;
}

/** Different wrong codes that are compared each minute; clients that cannot be told apart share one count. */
const compared = { perClient: 5, ofUnknownClients: 50 };
/** Different codes that a client may send each minute while codes that it used before still pass. */
const sent = { perClient: 50, ofUnknownClients: 50 };

/** Digests that are remembered; the one that was not sent for the longest time is forgotten first. */
const maxRemembered = 10_000;

/**
 * Creates the count of wrong codes.
 *
 * A wrong code counts once: it is remembered, and is refused again without counting. So an old code that is stored on
 * many devices never locks their address, and a repeated guess tells nothing new.
 *
 * While a client waits, its codes are not compared with the codes of the server: all wait alike. One exception is a
 * right code that passed from this address before, so that nobody at a shared address loses access by a neighbour's
 * guesses. A guesser at the same address could find such a code by trying, so that exception ends after 50 different
 * codes in a minute.
 */
export function createCodeAttempts(now: () => number): CodeAttempts {
  const comparisons = createAttempts(now, compared);
  const guesses = createAttempts(now, sent);
  const wrongCodes = createMemory();
  const rightCodes = createMemory();
  /** Codes that were sent while their client waited. Whether they are right is not remembered, since none may learn it. */
  const waitingCodes = createMemory();

  function noteWhileWaiting(client: string | undefined, id: string): void {
    const minute = Math.floor(now() / windowMs);
    if (waitingCodes.add(`${minute} ${client} ${id}`)) guesses.note(client);
  }

  return {
    waitSeconds(client, { id, isRight }) {
      // Where clients cannot be told apart, anyone's wrong codes would lock out all others: there a right code passes.
      // The count then slows no guessing down, so the length of the codes has to.
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

/** A bounded set that forgets what was used least recently. */
function createMemory() {
  const entries = new Set<string>();

  /** Whether an entry is known; one that is becomes the latest. */
  function touch(entry: string): boolean {
    const isKnown = entries.delete(entry);
    if (isKnown) entries.add(entry);
    return isKnown;
  }

  return {
    touch,
    /** Adds an entry, and returns whether it is new. */
    add(entry: string): boolean {
      if (touch(entry)) return false;
      entries.add(entry);
      const [oldest] = entries;
      if (entries.size > maxRemembered && oldest !== undefined) entries.delete(oldest);
      return true;
    },
  };
}
