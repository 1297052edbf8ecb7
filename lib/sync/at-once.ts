/** Runs a function for each number below `count`, a few concurrently; returns the results in order. */
export async function atOnce<T>(count: number, most: number, run: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = new Array(count);
  let next = 0;
  async function work() {
    while (next < count) {
      const index = next++;
      results[index] = await run(index);
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, count) }, work));
  return results;
}
