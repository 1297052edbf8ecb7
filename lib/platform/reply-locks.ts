/**
 * Says which tab writes a reply. A lock is held as long as its page lives and not a moment longer, however the page ends
 * (https://www.w3.org/TR/web-locks/), which no note in a storage can promise.
 */
export interface ReplyLocks {
  /** Marks a reply as written by this tab; returns the function that ends that. */
  hold(messageId: string): () => void;
  /** Resolves once no tab writes the reply any more; at once where none does. */
  whenFree(messageId: string): Promise<void>;
}

/** Returns the name of the lock that the tab holds which writes a reply. */
export const replyLockName = (messageId: string) => `parley-reply-${messageId}`;

/** What stands in for locks is loaded where a browser has none. */
const loadAsked = async () => (await import("@/lib/platform/asked-locks")).askedLocks();

/** The browser's locks; where it has none, pages ask each other. */
export const replyLocks: ReplyLocks = {
  hold(messageId) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const locks = globalThis.navigator?.locks;
    if (locks) void locks.request(replyLockName(messageId), () => held);
    else void loadAsked().then((asked) => held.then(asked.hold(replyLockName(messageId))));
    return release;
  },
  async whenFree(messageId) {
    const locks = globalThis.navigator?.locks;
    if (locks) await locks.request(replyLockName(messageId), { mode: "shared" }, () => undefined);
    else await (await loadAsked()).whenFree(replyLockName(messageId));
  },
};
