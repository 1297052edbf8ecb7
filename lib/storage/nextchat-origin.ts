/** The keys under which NextChat keeps its stores (import-formats 2.7). */
const keys = [
  "chat-next-web-store",
  "chat-next-web-plugin",
  "access-control",
  "app-config",
  "mask-store",
  "prompt-store",
  "chat-update",
  "sync",
  "sd-list",
  "mcp-store",
] as const;

/**
 * Reads what a NextChat has left on this origin, as text by its keys; empty where there is none. Its database wins over
 * localStorage, as it does for NextChat itself. Nothing of it is changed, and no database is made where there is none.
 */
export async function readNextChatOrigin(storage: Pick<Storage, "getItem">): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const key of keys) {
    const text = storage.getItem(key);
    if (text !== null && isEnvelope(text)) found[key] = text;
  }
  return { ...found, ...(await readKeyval()) };
}

/** A document of our own stands under the same key as one of NextChat's: only NextChat's says that it is hydrated. */
function isEnvelope(text: string): boolean {
  return text.includes('"_hasHydrated"');
}

async function readKeyval(): Promise<Record<string, string>> {
  const known = await indexedDB.databases?.();
  if (known && !known.some(({ name }) => name === "keyval-store")) return {};
  const database = await openExisting("keyval-store");
  if (!database) return {};
  try {
    if (!database.objectStoreNames.contains("keyval")) return {};
    const store = database.transaction("keyval").objectStore("keyval");
    const values = await Promise.all(keys.map((key) => resultOf(store.get(key))));
    const texts = keys.flatMap((key, index) => {
      const value = values[index];
      return typeof value === "string" ? [[key, value] as const] : [];
    });
    return Object.fromEntries(texts);
  } finally {
    database.close();
  }
}

/** Opens a database that exists; the making of one that does not is called off. */
function openExisting(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve) => {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.transaction?.abort();
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(undefined);
    opening.onblocked = () => resolve(undefined);
  });
}

function resultOf(request: IDBRequest<unknown>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("A row could not be read."));
  });
}
