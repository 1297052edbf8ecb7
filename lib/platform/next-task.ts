/**
 * Does some work in a task of its own, so that what the person did just now is drawn before; at once where the page goes
 * away first. It is done once.
 */
export function inNextTask(work: () => void): void {
  const timer = setTimeout(run);
  function run() {
    clearTimeout(timer);
    removeEventListener("pagehide", run, true);
    work();
  }
  // Before all who keep what is there when the page goes.
  addEventListener("pagehide", run, true);
}
