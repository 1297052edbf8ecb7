/** Yields what a task emits while it runs, in order, and ends when it ends. Throws what it throws. */
export async function* gatherEvents<T extends object>(
  run: (emit: (event: T) => void) => Promise<void>,
): AsyncGenerator<T> {
  const waiting: T[] = [];
  let wake = () => {};
  let isOver = false;
  const over = run((event) => {
    waiting.push(event);
    wake();
  }).finally(() => {
    isOver = true;
    wake();
  });
  // A consumer that stops early leaves the task to itself: what it throws then concerns nobody.
  over.catch(() => undefined);
  for (;;) {
    // What is emitted while the consumer is busy waits here, so it is looked at anew after each.
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
    if (isOver) return over;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
