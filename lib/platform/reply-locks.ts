/**
 * Locks of the tabs that write replies. A lock is released exactly when its page ends, however it ends
 * (https://www.w3.org/TR/web-locks/); stored data cannot guarantee that.
 */
export interface ReplyLocks {
  /** Marks a reply as written by this tab; returns the function that ends that. */
  hold(messageId: string): () => void;
  /** Resolves when no tab is writing the reply. */
  whenFree(messageId: string): Promise<void>;
}

/** Returns the name of a reply's lock. */
export const replyLockName = (messageId: string) => `parley-reply-${messageId}`;

/** Lazy-loads the replacement for browsers without Web Locks. */
const loadMessageLocks = async () => (await import("@/lib/platform/message-locks")).messageLocks();

/** Web Locks, or their replacement by messages between tabs. */
export const replyLocks: ReplyLocks = {
  hold(messageId) {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const locks = globalThis.navigator?.locks;
    if (locks) void locks.request(replyLockName(messageId), () => held);
    else void loadMessageLocks().then((fallback) => held.then(fallback.hold(replyLockName(messageId))));
    return release;
  },
  async whenFree(messageId) {
    const locks = globalThis.navigator?.locks;
    if (locks) await locks.request(replyLockName(messageId), { mode: "shared" }, () => undefined);
    else await (await loadMessageLocks()).whenFree(replyLockName(messageId));
  },
};
