import { AppError } from "@/lib/errors";
import type { DocumentTexts, TextChanges } from "@/lib/storage/document-texts";
import type { TextStore } from "@/store/records/text-store";

/** Texts of large documents in memory, which can be full. */
export interface MemoryTexts extends TextStore {
  readonly values: Map<string, string>;
  /** Every text that was written, with its key; `null` for a removed one. */
  readonly writes: readonly (readonly [key: string, text: string | null])[];
  /** The outcome of later writes. */
  state: "open" | "full";
}

/** Creates a storage of large documents that holds the given texts. */
export function memoryTexts(given: Readonly<Record<string, string>> = {}): MemoryTexts {
  const values = new Map(Object.entries(given));
  const writes: [string, string | null][] = [];
  const listeners = new Set<(key: string) => void>();
  const read = (keys: readonly string[]): DocumentTexts =>
    Object.fromEntries(keys.flatMap((key) => (values.has(key) ? [[key, values.get(key) ?? ""]] : [])));
  const texts: MemoryTexts = {
    values,
    writes,
    state: "open",
    read: async (keys) => read(keys),
    async update(keys, change, writer) {
      const changes: TextChanges = change(read(keys));
      await Promise.resolve();
      if (texts.state === "full") throw new AppError("storage-full");
      for (const [key, text] of Object.entries(changes)) {
        writes.push([key, text]);
        if (text === null) values.delete(key);
        else values.set(key, text);
        for (const listener of listeners) if (listener !== writer) listener(key);
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  return texts;
}
