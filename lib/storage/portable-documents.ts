import { isLargeDocument, portableDocuments } from "@/lib/storage/catalogue";
import type { DocumentTexts, TextChanges } from "@/lib/storage/document-texts";
import {
  documentText,
  type KeyValueStorage,
  localDocumentText,
  parseEnvelope,
  storageError,
} from "@/lib/storage/documents";

/** A document in a backup. */
export interface PortableDocument {
  readonly version: number;
  readonly state: unknown;
}

/** The storage locations of documents. */
export interface DocumentPlaces {
  readonly storage: KeyValueStorage;
  readonly texts: {
    read(keys: readonly string[]): Promise<DocumentTexts>;
    update(keys: readonly string[], change: (texts: DocumentTexts) => TextChanges): Promise<void>;
  };
}

const keys = Object.keys(portableDocuments);
const largeKeys = keys.filter(isLargeDocument);

/** Returns the documents for a backup, by storage key. */
export async function readPortableDocuments({
  storage,
  texts,
}: {
  readonly storage: Pick<KeyValueStorage, "getItem">;
  readonly texts: Pick<DocumentPlaces["texts"], "read">;
}): Promise<Record<string, PortableDocument>> {
  return parsed(storage, await texts.read(largeKeys));
}

function parsed(storage: Pick<KeyValueStorage, "getItem">, large: DocumentTexts): Record<string, PortableDocument> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const envelope = parseEnvelope(isLargeDocument(key) ? (large[key] ?? null) : storage.getItem(key));
      return envelope ? [[key, envelope] as const] : [];
    }),
  );
}

/**
 * Changes documents, all or none. Unknown keys are ignored. Throws `storage-full` or `storage-unavailable`; then
 * nothing has changed.
 *
 * @param change returns new states by storage key, from the documents as currently stored
 */
export async function updatePortableDocuments(
  { storage, texts }: DocumentPlaces,
  change: (here: Readonly<Record<string, PortableDocument>>) => Readonly<Record<string, unknown>>,
): Promise<void> {
  let undo = () => {};
  try {
    await texts.update(largeKeys, (large) => {
      const entries = Object.entries(change(parsed(storage, large))).flatMap(([key, state]) => {
        const version = Object.hasOwn(portableDocuments, key) ? portableDocuments[key] : undefined;
        if (version === undefined) return [];
        const text = isLargeDocument(key) ? documentText({ version }, state) : localDocumentText({ version }, state);
        return [[key, text] as const];
      });
      undo = writeSmall(
        storage,
        entries.filter(([key]) => !isLargeDocument(key)),
      );
      return Object.fromEntries(entries.filter(([key]) => isLargeDocument(key)));
    });
  } catch (thrown) {
    undo();
    throw thrown;
  }
}

/** Writes texts, all or none. Returns the function that restores the previous ones. */
function writeSmall(storage: KeyValueStorage, entries: readonly (readonly [key: string, text: string])[]): () => void {
  const previous = new Map<string, string | null>();
  function undo() {
    for (const [key, text] of previous) {
      if (text === null) storage.removeItem(key);
      else storage.setItem(key, text);
    }
    previous.clear();
  }
  try {
    for (const [key, text] of entries) {
      previous.set(key, storage.getItem(key));
      storage.setItem(key, text);
    }
  } catch (thrown) {
    undo();
    throw storageError(thrown);
  }
  return undo;
}
