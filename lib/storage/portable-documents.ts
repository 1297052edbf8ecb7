import { portableDocuments } from "@/lib/storage/catalogue";
import { type KeyValueStorage, parseEnvelope, storageError } from "@/lib/storage/documents";

/** Answers the documents that go into a backup, as stored, by storage key. */
export function readPortableDocuments(
  storage: Pick<KeyValueStorage, "getItem">,
): Record<string, { readonly version: number; readonly state: unknown }> {
  return Object.fromEntries(
    Object.keys(portableDocuments).flatMap((key) => {
      const envelope = parseEnvelope(storage.getItem(key));
      return envelope ? [[key, envelope] as const] : [];
    }),
  );
}

/**
 * Writes documents that came from elsewhere, all of them or none: where one finds no room, those before it are put back.
 * Keys that are no document's are passed over. Throws `storage-full` or `storage-unavailable`.
 */
export function writePortableDocuments(storage: KeyValueStorage, states: Readonly<Record<string, unknown>>): void {
  const former = new Map<string, string | null>();
  try {
    for (const [key, state] of Object.entries(states)) {
      const version = Object.hasOwn(portableDocuments, key) ? portableDocuments[key] : undefined;
      if (version === undefined) continue;
      former.set(key, storage.getItem(key));
      storage.setItem(key, JSON.stringify({ state, version }));
    }
  } catch (thrown) {
    for (const [key, text] of former) {
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
    }
    throw storageError(thrown);
  }
}
