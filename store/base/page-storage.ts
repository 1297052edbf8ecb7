import { AppError } from "@/lib/errors";
import type { ListableStorage } from "@/lib/storage/unsaved-changes";
import { report } from "@/store/base/ui";

let storage: ListableStorage | undefined;

/** Returns the page's storage, or, where the browser forbids it, one that lasts as long as the tab. */
export function pageStorage(): ListableStorage {
  storage ??= openStorage();
  return storage;
}

/** Whether what is written there stays when the tab is closed. */
export function isPageStorageKept(): boolean {
  return pageStorage() === ownStorage();
}

function ownStorage(): ListableStorage | undefined {
  try {
    localStorage.getItem("");
    return localStorage;
  } catch {
    return undefined;
  }
}

function openStorage(): ListableStorage {
  const own = ownStorage();
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
