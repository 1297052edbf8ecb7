/** Bounds how many bytes of request bodies are in memory at once. */
export interface ByteBudget {
  /** Whether so many more bytes fit; if they do, they count until `release`. */
  take(bytes: number): boolean;
  release(bytes: number): void;
}

/** Creates a budget of so many bytes. */
export function createByteBudget(maxBytes: number): ByteBudget {
  let taken = 0;
  return {
    take(bytes) {
      if (taken + bytes > maxBytes) return false;
      taken += bytes;
      return true;
    },
    release(bytes) {
      taken -= bytes;
    },
  };
}
