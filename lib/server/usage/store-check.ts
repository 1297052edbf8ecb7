import type { Server } from "@/lib/server/server";

/** Time for which a result is used, in milliseconds: anybody can call a probe, and each check is a call of the store. */
const freshMs = 1000;

/** Maximum time that a probe waits for the store, in milliseconds. */
const maxWaitMs = 200;

interface CheckedStore {
  readonly at: number;
  readonly isReachable: Promise<boolean>;
}

const checkedStores = new WeakMap<object, CheckedStore>();

/** Whether the store of usage is reachable and its replies are valid. True without a configured store. */
export function isStoreReachable({ config, env, usage }: Pick<Server, "config" | "env" | "usage">): Promise<boolean> {
  if (config.usagePlace === undefined) return Promise.resolve(true);
  const known = checkedStores.get(usage);
  if (known && Math.abs(env.now() - known.at) < freshMs) return known.isReachable;
  const isReachable = usage
    .ask((store) => store.check(), maxWaitMs)
    .then(
      () => true,
      () => false,
    );
  checkedStores.set(usage, { at: env.now(), isReachable });
  return isReachable;
}
