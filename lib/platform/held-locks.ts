/**
 * Holds a Web Lock until the returned function is called, or until the tab is gone. Several tabs can hold it like this.
 * Without Web Locks, it returns at once. Rejects if the browser refuses locks.
 */
export function holdTabLock(name: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const { locks } = navigator;
    if (!locks) return resolve(() => {});
    const hold = () => new Promise<void>((release) => resolve(release));
    locks.request(name, { mode: "shared" }, hold).catch(reject);
  });
}

/** Returns the names of the locks that this and other tabs hold; undefined without Web Locks. */
export async function heldTabLocks(): Promise<ReadonlySet<string | undefined> | undefined> {
  const held = (await navigator.locks?.query())?.held;
  return held && new Set(held.map(({ name }) => name));
}
