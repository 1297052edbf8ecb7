/**
 * Holds a Web Lock until the returned function is called, or until the tab is gone. Several tabs can hold it like this.
 * Without Web Locks, it returns at once.
 */
export function holdTabLock(name: string): Promise<() => void> {
  return new Promise((resolve) => {
    const { locks } = navigator;
    if (!locks) return resolve(() => {});
    void locks.request(name, { mode: "shared" }, () => new Promise<void>((release) => resolve(release)));
  });
}

/** Returns the names of the locks that this and other tabs hold; undefined without Web Locks. */
export async function heldTabLocks(): Promise<ReadonlySet<string | undefined> | undefined> {
  const held = (await navigator.locks?.query())?.held;
  return held && new Set(held.map(({ name }) => name));
}
