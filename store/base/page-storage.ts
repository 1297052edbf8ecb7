import { AppError } from "@/lib/errors";
import type { ListableStorage } from "@/lib/storage/unsaved-changes";
import { report } from "@/store/base/ui";

let storage: ListableStorage | undefined;

/** The storage behind a layer that encrypts credentials; only in the desktop app. */
let layer: ListableStorage | undefined;

/** Returns localStorage, or, if the browser blocks it, a storage in memory that lasts as long as the tab. */
export function pageStorage(): ListableStorage {
  storage ??= openStorage();
  return (process.env.BUILD_APP && layer) || storage;
}

/** Puts a layer on the storage, before anything is read. */
export function setStorageLayer(create: (storage: ListableStorage) => ListableStorage): void {
  layer = create(pageStorage());
}

/** Whether the storage outlives the tab. */
export function isPageStoragePersistent(): boolean {
  pageStorage();
  return storage === findLocalStorage();
}

function findLocalStorage(): ListableStorage | undefined {
  try {
    localStorage.getItem("");
    return localStorage;
  } catch {
    return undefined;
  }
}

function openStorage(): ListableStorage {
  const own = findLocalStorage();
  if (own) return own;
  report(new AppError("storage-unavailable"));
  return memoryStorage();
}

function memoryStorage(): ListableStorage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
