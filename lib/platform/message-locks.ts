import { browserEnvironment } from "@/lib/platform/browser-environment";

/** Replacement for Web Locks, which browsers only provide in a secure context. */
export interface MessageLocks {
  /** Declares that this tab holds a name; returns the function that releases it. */
  hold(name: string): () => void;
  /** Whether a tab, including this one, holds the name. */
  isHeld(name: string): Promise<boolean>;
  /** Resolves when no tab holds the name. */
  whenFree(name: string): Promise<void>;
}

/** A message between tabs: one asks who holds a name, and the holder answers. */
interface LockMessage {
  readonly type: "asked" | "held";
  readonly name: string;
}

/** The used part of a `BroadcastChannel`, which reaches all tabs except the sender. */
export interface Channel {
  postMessage(word: LockMessage): void;
  addEventListener(type: "message", listener: (event: { readonly data: LockMessage }) => void): void;
}

/** Timeout of an answer, in milliseconds, and number of attempts, because a tab may be busy rendering. */
const timeoutMs = 1000;
const maxAttempts = 3;

/**
 * Creates locks from questions and answers. A closed tab no longer answers, however it ended. A background tab still
 * answers, because browsers do not throttle messages between tabs like timers.
 */
export function createMessageLocks(channel: Channel, delay: (ms: number) => Promise<void>): MessageLocks {
  const held = new Set<string>();
  const answered = new Set<string>();

  channel.addEventListener("message", ({ data: { type, name } }) => {
    if (type === "held") answered.add(name);
    else if (held.has(name)) channel.postMessage({ type: "held", name });
  });

  async function isAnswered(name: string): Promise<boolean> {
    answered.delete(name);
    channel.postMessage({ type: "asked", name });
    await delay(timeoutMs);
    return held.has(name) || answered.has(name);
  }

  async function isHeld(name: string): Promise<boolean> {
    for (let attempt = 0; attempt < maxAttempts; attempt++) if (await isAnswered(name)) return true;
    return false;
  }

  return {
    hold(name) {
      held.add(name);
      return () => held.delete(name);
    },
    isHeld,
    async whenFree(name) {
      let isTaken = true;
      while (isTaken) isTaken = await isHeld(name);
    },
  };
}

let own: MessageLocks | undefined;

/** Returns the locks of this tab. */
export function messageLocks(): MessageLocks {
  own ??= createMessageLocks(new BroadcastChannel("parley-locks"), browserEnvironment.delay);
  return own;
}
