/** Calls `run` in a task after the next frame was painted, or in a later task if the tab is hidden. */
export function afterPaint(run: () => void): void {
  if (document.hidden) setTimeout(run);
  // The first callback may belong to the frame that is about to be rendered.
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(run)));
}
