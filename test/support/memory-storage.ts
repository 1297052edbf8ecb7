import type { ListableStorage } from "@/lib/storage/unsaved-changes";

/** A storage in memory that can be full or forbidden. */
export interface MemoryStorage extends ListableStorage {
  readonly values: Map<string, string>;
  /** Every write so far, refused ones included. */
  readonly writes: readonly (readonly [key: string, value: string])[];
  /** What writing does from now on. */
  state: "open" | "full" | "forbidden";
}

/** Makes a storage that holds the given texts. */
export function memoryStorage(given: Readonly<Record<string, string>> = {}): MemoryStorage {
  const values = new Map(Object.entries(given));
  const writes: [string, string][] = [];
  const storage: MemoryStorage = {
    values,
    writes,
    state: "open",
    get length() {
      return values.size;
    },
    key: (place) => [...values.keys()][place] ?? null,
    getItem(key) {
      if (storage.state === "forbidden") throw new DOMException("No storage here.", "SecurityError");
      return values.get(key) ?? null;
    },
    setItem(key, value) {
      writes.push([key, value]);
      if (storage.state === "full") throw new DOMException("No room left.", "QuotaExceededError");
      if (storage.state === "forbidden") throw new DOMException("No storage here.", "SecurityError");
      values.set(key, value);
    },
    removeItem(key) {
      values.delete(key);
    },
  };
  return storage;
}
