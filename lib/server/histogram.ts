/** Counts of values by size, for monitoring. */
export interface Histogram {
  add(value: number): void;
  /** Returns the counts in the text format of Prometheus. */
  lines(): string[];
}

/**
 * Creates a histogram.
 *
 * @param bounds upper bounds of the counted sizes, in ascending order
 */
export function createHistogram(name: string, help: string, bounds: readonly number[]): Histogram {
  const counts = new Array<number>(bounds.length + 1).fill(0);
  let sum = 0;
  return {
    add(value) {
      const index = bounds.findIndex((bound) => value <= bound);
      const at = index < 0 ? bounds.length : index;
      counts[at] = (counts[at] ?? 0) + 1;
      sum += value;
    },
    lines() {
      let count = 0;
      const buckets = counts.map((each, index) => {
        count += each;
        return `${name}_bucket{le="${bounds[index] ?? "+Inf"}"} ${count}`;
      });
      return [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} histogram`,
        ...buckets,
        `${name}_sum ${sum}`,
        `${name}_count ${count}`,
      ];
    },
  };
}
