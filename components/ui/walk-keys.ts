/** The options of keyboard navigation in a row or column. */
export interface Walk {
  readonly axis: "horizontal" | "vertical" | "both";
  /** In right-to-left text the left arrow moves forward. */
  readonly isRightToLeft: boolean;
}

/** Returns the index after an arrow key (wrapping around), Home or End; undefined for another key. */
export function indexAfterKey(key: string, index: number, count: number, walk: Walk): number | undefined {
  if (count === 0) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = stepOf(key, walk);
  if (step === 0) return undefined;
  // From no index (-1), backwards leads to the last one.
  return (Math.max(index, step === 1 ? -1 : 0) + step + count) % count;
}

function stepOf(key: string, { axis, isRightToLeft }: Walk): -1 | 0 | 1 {
  if (axis !== "horizontal" && key === "ArrowDown") return 1;
  if (axis !== "horizontal" && key === "ArrowUp") return -1;
  if (axis !== "vertical" && key === "ArrowRight") return isRightToLeft ? -1 : 1;
  if (axis !== "vertical" && key === "ArrowLeft") return isRightToLeft ? 1 : -1;
  return 0;
}
