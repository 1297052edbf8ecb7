/**
 * What a listener does when the page is left: `change` puts unsaved input or ended work into a store, `store` writes
 * what the database has not stored yet.
 */
type LeaveStep = "change" | "store";

const steps = new EventTarget();
let isListening = false;

/**
 * Calls a function when the page is closed, reloaded or left. All listeners of the step `change` run before those of
 * `store`, in whatever order they were added. Returns the function that removes the listener.
 */
export function onPageLeave(step: LeaveStep, run: () => void): () => void {
  if (!isListening) {
    isListening = true;
    addEventListener("pagehide", leavePage);
  }
  steps.addEventListener(step, run);
  return () => steps.removeEventListener(step, run);
}

function leavePage(): void {
  const inOrder: readonly LeaveStep[] = ["change", "store"];
  for (const step of inOrder) steps.dispatchEvent(new Event(step));
}
