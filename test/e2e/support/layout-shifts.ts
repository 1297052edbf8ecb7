/** Layout shifts of a page since it was loaded. */
export interface Shifts {
  /** The sum of the shifts, as Core Web Vitals count them. */
  readonly sum: number;
  /** The beginnings of the texts that moved. */
  readonly shifts: readonly string[];
}

/** In the page: collects what moves without input. */
export function watchShifts(): void {
  const shifts: string[] = [];
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry &
      Record<"value" | "hadRecentInput" | "sources", never>)[]) {
      if (entry.hadRecentInput) continue;
      sum += entry.value;
      for (const { node } of entry.sources as { node?: Node | null }[])
        shifts.push(node?.textContent?.slice(0, 40) ?? "");
    }
  }).observe({ type: "layout-shift", buffered: true });
  Object.assign(window, { readShifts: () => ({ sum, shifts }) });
}

/** In the page: returns what `watchShifts` has collected. */
export function readShifts(): Shifts {
  return (window as unknown as { readShifts(): Shifts }).readShifts();
}
