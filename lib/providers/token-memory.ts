import type { Signing } from "@/lib/providers/provider";

/**
 * Creates a cache of tokens while they are fresh (`Signing.remember`). Concurrent callers share one request; failures
 * are not cached.
 */
export function createTokenMemory(now: () => number): Signing["remember"] {
  const known = new Map<string, { readonly value: Promise<string>; freshUntil: number }>();
  return async (name, make) => {
    const found = known.get(name);
    if (found && now() < found.freshUntil) return found.value;
    const making = make();
    const entry = { value: making.then(({ value }) => value), freshUntil: Number.POSITIVE_INFINITY };
    known.set(name, entry);
    try {
      entry.freshUntil = now() + (await making).freshForMs;
    } catch {
      known.delete(name);
    }
    return entry.value;
  };
}
