/** A folder on the computer that the user has chosen; only some browsers support this. */
export interface Folder {
  readonly name: string;
  /** Writes a file and replaces one with the same name. Throws what the browser throws. */
  write(name: string, content: Blob): Promise<void>;
  /** Returns the names of its files. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** The browser's folder handle, which can be stored. TypeScript's DOM types lack the permission methods. */
export type FolderHandle = FileSystemDirectoryHandle & {
  queryPermission(options: { mode: "readwrite" }): Promise<PermissionState>;
  requestPermission(options: { mode: "readwrite" }): Promise<PermissionState>;
};

interface FolderPicker {
  showDirectoryPicker?(options: { id: string; mode: "readwrite" }): Promise<FolderHandle>;
}

/** Whether the browser supports choosing a folder. */
export function canPickFolder(): boolean {
  return "showDirectoryPicker" in globalThis;
}

/**
 * Asks the user for a folder; returns undefined if the user cancels.
 *
 * @param id the purpose, for which the browser remembers where the user has been
 */
export async function pickFolder(id: string): Promise<FolderHandle | undefined> {
  try {
    return await (globalThis as FolderPicker).showDirectoryPicker?.({ id, mode: "readwrite" });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return undefined;
    throw thrown;
  }
}

/** Opens a folder; undefined if the browser no longer permits it. */
export async function openFolder(handle: FolderHandle): Promise<Folder | undefined> {
  if (!(await isFolderAllowed(handle))) return undefined;
  return {
    name: handle.name,
    async write(name, content) {
      const file = await handle.getFileHandle(name, { create: true });
      const stream = await file.createWritable();
      await stream.write(content);
      await stream.close();
    },
    async list() {
      const names: string[] = [];
      for await (const name of handle.keys()) names.push(name);
      return names;
    },
    remove: (name) => handle.removeEntry(name),
  };
}

/** Whether the browser permits writing to a folder. */
export async function isFolderAllowed(handle: FolderHandle): Promise<boolean> {
  return (await handle.queryPermission({ mode: "readwrite" })) === "granted";
}

/** Asks the user for permission again; browsers forget it after the session. */
export async function allowFolder(handle: FolderHandle): Promise<boolean> {
  return (await handle.requestPermission({ mode: "readwrite" })) === "granted";
}
