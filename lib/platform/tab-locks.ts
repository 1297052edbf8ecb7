/** Runs `work` under a Web Lock shared by all tabs. Web Locks need a secure context; without one it runs unlocked. */
export function withTabLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  return locks ? locks.request(name, work) : work();
}

/**
 * Runs `work` unless another tab holds the lock. Without Web Locks it always runs: running twice is better than never.
 */
export async function runUnlessLocked(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
