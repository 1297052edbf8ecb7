import type { IDBPDatabase } from "idb";
import type { ParleyDatabase } from "@/lib/storage/database-records";
import { storageError } from "@/lib/storage/documents";

/** The texts of large documents by storage key. */
export type DocumentTexts = Readonly<Record<string, string>>;

/** Texts to store, by storage key; `null` removes one. */
export type TextChanges = Readonly<Record<string, string | null>>;

/** Returns the stored texts of the keys. Throws `storage-unavailable`. */
export async function readTexts(
  database: IDBPDatabase<ParleyDatabase>,
  keys: readonly string[],
): Promise<DocumentTexts> {
  try {
    const { store } = database.transaction("documents");
    return present(keys, await Promise.all(keys.map((key) => store.get(key))));
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/**
 * Writes the result of `change` for the stored texts, in one transaction. An error of `change` is rethrown; a failed
 * write throws `storage-full` or `storage-unavailable`. In both cases nothing is written.
 */
export async function updateTexts(
  database: IDBPDatabase<ParleyDatabase>,
  keys: readonly string[],
  change: (texts: DocumentTexts) => TextChanges,
): Promise<void> {
  const transaction = database.transaction("documents", "readwrite");
  const { store } = transaction;
  // The transaction's outcome is awaited below; until then a failure must not count as an unhandled rejection.
  const done = transaction.done.catch((thrown: unknown) => Promise.reject(storageError(transaction.error ?? thrown)));
  done.catch(() => undefined);
  const texts = present(keys, await Promise.all(keys.map((key) => store.get(key))));
  try {
    for (const [key, text] of Object.entries(change(texts))) {
      const request = text === null ? store.delete(key) : store.put(text, key);
      request.catch(() => undefined);
    }
    // Commit now, because a closing tab may not run another callback.
    transaction.commit();
  } catch (thrown) {
    transaction.abort();
    await done.catch(() => undefined);
    throw thrown;
  }
  await done;
}

function present(keys: readonly string[], texts: readonly (string | undefined)[]): DocumentTexts {
  return Object.fromEntries(keys.flatMap((key, index) => (texts[index] === undefined ? [] : [[key, texts[index]]])));
}
