import { mergeDocument } from "@/lib/import/merge-documents";
import { recordOf } from "@/lib/json";
import { largeDocumentKeys, portableDocuments } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import { documentText, type KeyValueStorage, parseEnvelope, setAsideKey } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";

/** The key in localStorage of the list of documents that were copied into the database and left in place. */
const copiedKey = localKeys.copiedDocuments;

/** Returns the large documents that an earlier version has stored in localStorage. */
function documentsToMove(storage: KeyValueStorage): readonly string[] {
  const copied = storage.getItem(copiedKey)?.split(",") ?? [];
  return largeDocumentKeys.filter((key) => !copied.includes(key) && storage.getItem(key) !== null);
}

/**
 * Moves large documents from localStorage into the database, which may hold some of their content already. Texts stay in
 * place beside an old NextChat store, which reads them, too. Throws AppError; then localStorage is unchanged.
 */
export async function moveDocuments(
  database: Pick<Database, "updateTexts">,
  storage: KeyValueStorage,
  now: number,
): Promise<void> {
  const keys = documentsToMove(storage);
  if (keys.length === 0) return;
  await database.updateTexts(keys, (texts) =>
    Object.fromEntries(
      keys.map((key) => {
        const text = storage.getItem(key) ?? "";
        const found = parseEnvelope(text);
        // An unreadable text is stored unchanged under its set-aside key, as in localStorage.
        if (!found) return [setAsideKey({ key }, now), text];
        const here = parseEnvelope(texts[key] ?? null)?.state;
        const version = portableDocuments[key] ?? found.version;
        return [key, documentText({ version }, mergeDocument(key, here, recordOf(found.state)))];
      }),
    ),
  );
  if (storage.getItem("chat-next-web-store") === null) for (const key of keys) storage.removeItem(key);
  else storage.setItem(copiedKey, [...(storage.getItem(copiedKey)?.split(",") ?? []), ...keys].join());
}
