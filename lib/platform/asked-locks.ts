import { browserEnvironment } from "@/lib/platform/browser-environment";

/** What stands in for the browser's locks where it has none: not on pages without a secure connection. */
export interface AskedLocks {
  /** Says from now on that this page holds a name; returns the function that ends that. */
  hold(name: string): () => void;
  /** Whether a page, this one included, says that it holds the name. */
  isHeld(name: string): Promise<boolean>;
  /** Resolves once no page says any more that it holds the name. */
  whenFree(name: string): Promise<void>;
}

/** What pages say to each other: one asks whether anybody holds a name, and who does answers. */
interface Word {
  readonly type: "asked" | "held";
  readonly name: string;
}

/** The part of a `BroadcastChannel` that is used: it reaches all pages but the one that speaks. */
export interface Channel {
  postMessage(word: Word): void;
  addEventListener(type: "message", listener: (event: { readonly data: Word }) => void): void;
}

/** How long an answer is waited for, in milliseconds, and how often in vain: a page may be busy with drawing. */
const answerMs = 1000;
const asks = 3;

/**
 * Makes locks of questions and answers. A page that is gone answers no more, however it ended; one that lies behind
 * others still does, since what pages say to each other is not held back there as timers are.
 */
export function createAskedLocks(channel: Channel, delay: (ms: number) => Promise<void>): AskedLocks {
  const held = new Set<string>();
  const answered = new Set<string>();

  channel.addEventListener("message", ({ data: { type, name } }) => {
    if (type === "held") answered.add(name);
    else if (held.has(name)) channel.postMessage({ type: "held", name });
  });

  async function isAnswered(name: string): Promise<boolean> {
    answered.delete(name);
    channel.postMessage({ type: "asked", name });
    await delay(answerMs);
    return held.has(name) || answered.has(name);
  }

  async function isHeld(name: string): Promise<boolean> {
    for (let asked = 0; asked < asks; asked++) if (await isAnswered(name)) return true;
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

let own: AskedLocks | undefined;

/** Returns the locks of this page. */
export function askedLocks(): AskedLocks {
  own ??= createAskedLocks(new BroadcastChannel("parley-locks"), browserEnvironment.delay);
  return own;
}
