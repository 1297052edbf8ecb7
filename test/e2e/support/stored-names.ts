import type { Page } from "@playwright/test";
import { documentEntries } from "@/lib/storage/catalogue";
import { databaseNames, sessionKeys, textKeys } from "@/lib/storage/local-keys";
import { vectorsDatabase } from "@/lib/storage/stored-vectors";
import { isLocalKey } from "../../support/stored-things";

/** Returns the names of all that the origin of a page has stored. */
function storedNames(page: Page) {
  return page.evaluate(async () => {
    // A page that leaves at once ends before it has created the database, and opening it must not create it.
    const opened = await new Promise<IDBDatabase | undefined>((resolve, reject) => {
      const opening = indexedDB.open("parley");
      let isMissing = false;
      opening.onupgradeneeded = () => {
        isMissing = true;
        opening.transaction?.abort();
      };
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => (isMissing ? resolve(undefined) : reject(opening.error));
    });
    const texts = await new Promise<IDBValidKey[]>((resolve, reject) => {
      if (!opened) return resolve([]);
      const request = opened.transaction("documents").objectStore("documents").getAllKeys();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const stores = [...(opened?.objectStoreNames ?? [])].toSorted();
    opened?.close();
    const files: string[] = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
    return {
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ""),
      stores,
      texts: texts.map(String),
      caches: await caches.keys(),
      files,
      cookies: document.cookie,
    };
  });
}

const isOneOf = (known: readonly string[]) => (name: string) =>
  known.some((each) => (each.endsWith("-") ? name.startsWith(each) : name === each));

const documentsIn = (place: "localStorage" | "database") =>
  documentEntries.filter((entry) => entry.place === place).map(({ key }) => key);

const isLocal = isOneOf(documentsIn("localStorage"));
const isSession = isOneOf(Object.values(sessionKeys));
const isDatabase = isOneOf([...Object.values(databaseNames), vectorsDatabase]);
const isText = isOneOf([...documentsIn("database"), ...Object.values(textKeys)]);

/** Returns the names of what a page's origin has stored that the tables of stored things do not list. */
export async function unlistedNames(page: Page): Promise<string[]> {
  const { local, session, databases, texts, files, cookies } = await storedNames(page);
  return [
    ...local.filter((key) => !isLocalKey(key) && !isLocal(key)),
    ...session.filter((key) => !isSession(key)),
    ...databases.filter((name) => !isDatabase(name)),
    ...texts.filter((key) => !isText(key)),
    ...files,
    ...(cookies === "" ? [] : [cookies]),
  ];
}

/** Returns the names of the object stores and of the caches of a page's origin. */
export async function storesAndCaches(page: Page) {
  const { stores, caches } = await storedNames(page);
  return { stores, caches };
}
