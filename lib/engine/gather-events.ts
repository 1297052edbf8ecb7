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
  // If the consumer stops early, the task continues and its errors are ignored.
  over.catch(() => undefined);
  for (;;) {
    // Events that are emitted while the consumer is busy wait in the queue, so check it again after each.
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) yield next;
    if (isOver) return over;
    await new Promise<void>((resolve) => {
      wake = resolve;
    });
  }
}
