import type { ObjectStore } from "@/lib/sync/remote";

/** Ends a sync that the user has paused. The objects that were sent are noted, so the next sync goes on with them. */
export class SyncPaused extends Error {}

/** Returns objects of which no further one is read or written once the user has paused the sync. */
export function pausable(objects: ObjectStore, signal: AbortSignal | undefined): ObjectStore {
  const expectRunning = () => {
    if (signal?.aborted) throw new SyncPaused();
  };
  return {
    async read(name) {
      expectRunning();
      return objects.read(name);
    },
    async write(name, bytes) {
      expectRunning();
      await objects.write(name, bytes);
    },
    remove: (name) => objects.remove(name),
  };
}
