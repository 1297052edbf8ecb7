/**
 * The step of a listener when the page is left. In `change`, unsaved input and ended work are put into a store. In
 * `store`, changes that are not in the database yet are written.
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
