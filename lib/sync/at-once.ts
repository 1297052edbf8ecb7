/**
 * Runs a function for each number below `count`, a few concurrently; returns the results in order. After a failure, no
 * further one starts, and those that run are awaited: a request that succeeds is still noted by its caller.
 */
export async function atOnce<T>(count: number, most: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array(count);
  let next = 0;
  let hasFailed = false;
  async function work() {
    while (next < count && !hasFailed) {
      const index = next++;
      try {
        results[index] = await run(index);
      } catch (thrown) {
        hasFailed = true;
        throw thrown;
      }
    }
  }
  const settled = await Promise.allSettled(Array.from({ length: Math.min(most, count) }, work));
  for (const each of settled) if (each.status === "rejected") throw each.reason;
  return results;
}
