/** Does work after that of other pages under the same name. Browsers know no locks on pages without a secure connection. */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = navigator;
  return locks ? locks.request(name, work) : work();
}

/** Does work unless another page is at it; where a browser knows no locks it is better done twice than never. */
export async function unlessTaken(name: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
  });
}
