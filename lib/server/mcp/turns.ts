/** Runs steps one after another, even after one that failed. */
export type InTurn = <T>(step: () => Promise<T>) => Promise<T>;

/** Creates a queue of steps. */
export function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const next = last.then(step, step);
    last = next.catch(() => undefined);
    return next;
  };
}
