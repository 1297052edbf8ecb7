import { catalogue, isLargeDocument } from "@/lib/storage/catalogue";
import { isOwnText } from "@/lib/storage/documents";

/** Key of NextChat's chats. It is the only one of its keys that this app never uses. */
const chatsKey = "chat-next-web-store";

/** Storage keys of NextChat's stores. */
const keys = [
  chatsKey,
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

/** Returns NextChat's texts in localStorage, for a worker, which cannot read them. */
export function nextChatTexts(storage: Pick<Storage, "getItem">): Record<string, string> {
  const texts = [...keys, catalogue.chat.key].map((key) => [key, storage.getItem(key)] as const);
  return Object.fromEntries(texts.flatMap(([key, text]) => (text === null ? [] : [[key, text]])));
}

/** Texts that a NextChat has stored on this origin, by storage key. */
export interface NextChatOrigin {
  /** Texts that NextChat itself reads: from its database, or from localStorage if the database has none. */
  readonly texts: Readonly<Record<string, string>>;
  /** Texts in localStorage from before NextChat 2.14, which copied them to its database and left them in place. */
  readonly superseded: Readonly<Record<string, string>>;
}

/** Reads NextChat's stored texts. Changes nothing and creates no database. */
export async function readNextChatOrigin(storage: Pick<Storage, "getItem">): Promise<NextChatOrigin> {
  const local = Object.fromEntries(nextChatKeysIn(storage).map((key) => [key, storage.getItem(key) ?? ""]));
  const stored = await readKeyval();
  const superseded = Object.entries(local).filter(([key]) => key in stored);
  return { texts: { ...local, ...stored }, superseded: Object.fromEntries(superseded) };
}

/**
 * Returns the keys of the texts in localStorage that a NextChat may have written: its chats, and texts beside them
 * without our mark. Settings of an earlier version of this app have no mark, either; they add nothing to what is here.
 */
export function nextChatKeysIn(storage: Pick<Storage, "getItem">): string[] {
  const hasChats = storage.getItem(chatsKey) !== null;
  return keys.filter((key) => {
    const text = storage.getItem(key);
    if (text === null) return false;
    return isOfNextChat(key, text, storage) || (hasChats && !isOwnText(text));
  });
}

/**
 * Whether a text is certainly NextChat's, not one of ours with the same key. Later NextChat versions store a hydration
 * flag. Earlier ones have a chat store beside it; there, settings count only on an origin where we have stored none.
 */
export function isOfNextChat(key: string, text: string, storage: Pick<Storage, "getItem">): boolean {
  if (isOwnText(text)) return false;
  if (key === chatsKey || text.includes('"_hasHydrated"')) return true;
  if (storage.getItem(chatsKey) === null) return false;
  return isLargeDocument(key) || storage.getItem(catalogue.chat.key) === null;
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

/** Deletes NextChat's database; only when the user clears everything. */
export function removeNextChatDatabase(): Promise<void> {
  return new Promise((resolve) => {
    const removing = indexedDB.deleteDatabase("keyval-store");
    // An open NextChat page blocks the deletion; the browser completes it when that page is closed.
    for (const event of ["success", "error", "blocked"]) removing.addEventListener(event, () => resolve());
  });
}

/** The cache in which NextChat's service worker stores images. */
export const nextChatImages = "chatgpt-next-web-file";

/** Path of NextChat's images: `<origin>/api/cache/<id>.<ext>`. */
const imagePath = "/api/cache/";

/** Images that NextChat's service worker has stored. */
export interface ImageCache {
  /** Reads one image; undefined if the URL is not in the cache. */
  read(url: string): Promise<{ readonly type: string; readonly bytes: ArrayBuffer } | undefined>;
}

/** Opens NextChat's image cache; without one, every image is missing. No server serves these URLs. */
export async function openImageCache(): Promise<ImageCache> {
  if (!globalThis.caches || !(await caches.has(nextChatImages))) return { read: async () => undefined };
  const cache = await caches.open(nextChatImages);
  return {
    async read(url) {
      const response = isCachedImage(url) ? await cache.match(url) : undefined;
      if (!response) return undefined;
      const blob = await response.blob();
      return { type: blob.type, bytes: await blob.arrayBuffer() };
    },
  };
}

/** Whether a URL is one of NextChat's image cache. */
export function isCachedImage(url: string): boolean {
  return URL.canParse(url, location.origin) && new URL(url, location.origin).pathname.startsWith(imagePath);
}

/** Opens a database if it exists; does not create it. */
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
