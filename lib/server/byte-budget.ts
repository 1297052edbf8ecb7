/** Limit of the request bodies that are in memory at the same time, in bytes. */
export interface ByteBudget {
  /** Returns whether the bytes fit; if they do, they are reserved until `release`. */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

/** Creates a budget of `maxBytes`. */
export function createByteBudget(maxBytes: number): ByteBudget {
  let reserved = 0;
  return {
    take(bytes) {
      if (reserved + bytes > maxBytes) return false;
      reserved += bytes;
      return true;
    },
    release(bytes) {
      reserved -= bytes;
    },
  };
}
