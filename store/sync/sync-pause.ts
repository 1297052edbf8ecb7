import type { ObjectStore } from "@/lib/sync/remote";

/** Ends a sync that the user has paused. The objects that were sent are noted, so the next sync goes on with them. */
export class SyncPaused extends Error {}

/** Returns objects of which no further one is read or written once the user has paused the sync. */
export function pausable(objects: ObjectStore, signal: AbortSignal | undefined): ObjectStore {
  const expectRunning = () => {
    if (signal?.aborted) throw new SyncPaused();
  };
  async function unlessPaused<T>(request: () => Promise<T>): Promise<T> {
    expectRunning();
    try {
      return await request();
    } catch (thrown) {
      // The user no longer waits for a request that failed meanwhile.
      expectRunning();
      throw thrown;
    }
  }
  return {
    read: (name) => unlessPaused(() => objects.read(name)),
    write: (name, bytes) => unlessPaused(() => objects.write(name, bytes)),
    remove: (name, isSmall) => objects.remove(name, isSmall),
  };
}
