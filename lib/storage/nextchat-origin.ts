import type { Message } from "@/lib/chat/message";
import { catalogue } from "@/lib/storage/catalogue";

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

/** Answers the texts in localStorage by which NextChat's data is found, for a worker, which cannot read them. */
export function nextChatTexts(storage: Pick<Storage, "getItem">): Record<string, string> {
  const texts = [...keys, catalogue.chat.key].map((key) => [key, storage.getItem(key)] as const);
  return Object.fromEntries(texts.flatMap(([key, text]) => (text === null ? [] : [[key, text]])));
}

/**
 * Reads what a NextChat has left on this origin, as text by its keys; empty where there is none. Its database wins over
 * localStorage, as it does for NextChat itself. Nothing of it is changed, and no database is made where there is none.
 */
export async function readNextChatOrigin(storage: Pick<Storage, "getItem">): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const key of keys) {
    const text = storage.getItem(key);
    if (text !== null && isOfNextChat(text, storage)) found[key] = text;
  }
  return { ...found, ...(await readKeyval()) };
}

/**
 * Tells a document of NextChat's from one of our own under the same key: later versions say that they are hydrated, and
 * the earlier ones stood beside a store of chats where our own chats have never been.
 */
export function isOfNextChat(text: string, storage: Pick<Storage, "getItem">): boolean {
  if (text.includes('"_hasHydrated"')) return true;
  return storage.getItem("chat-next-web-store") !== null && storage.getItem(catalogue.chat.key) === null;
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

/** Removes NextChat's database: only when the person clears everything. */
export function removeNextChatDatabase(): Promise<void> {
  return new Promise((resolve) => {
    const removing = indexedDB.deleteDatabase("keyval-store");
    // A page of NextChat that is still open holds it; the browser removes it when that page goes.
    for (const event of ["success", "error", "blocked"]) removing.addEventListener(event, () => resolve());
  });
}

/** Where NextChat's service worker has put images: `<origin>/api/cache/<id>.<ext>` (import-formats 2.7). */
const imageCache = { name: "chatgpt-next-web-file", path: "/api/cache/" };

/**
 * Answers messages with the images that lie in NextChat's cache inside them: nothing serves their addresses any more.
 * One that is not in the cache keeps its address.
 */
export async function withCachedImages<M extends Pick<Message, "content">>(messages: readonly M[]): Promise<M[]> {
  if (!globalThis.caches || !(await caches.has(imageCache.name))) return [...messages];
  const cache = await caches.open(imageCache.name);
  return Promise.all(
    messages.map(async (message) => {
      if (typeof message.content === "string") return message;
      const content = await Promise.all(
        message.content.map(async (part) => {
          if (part.type !== "image_url" || !isCached(part.image_url.url)) return part;
          const found = await cache.match(part.image_url.url);
          return found ? { ...part, image_url: { ...part.image_url, url: await dataUrl(await found.blob()) } } : part;
        }),
      );
      return { ...message, content };
    }),
  );
}

function isCached(url: string): boolean {
  return URL.canParse(url, location.origin) && new URL(url, location.origin).pathname.startsWith(imageCache.path);
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("An image could not be read."));
    reader.readAsDataURL(blob);
  });
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
