/** A folder on the computer that the user has chosen; only some browsers offer that. */
export interface Folder {
  readonly name: string;
  /** Writes a file, in the place of one of the same name. Throws what the browser throws. */
  write(name: string, content: Blob): Promise<void>;
  /** Returns the names of the files in it. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

/** The handle by which the browser knows a folder; it can be stored. The browser's types leave permissions out. */
export type FolderHandle = FileSystemDirectoryHandle & {
  queryPermission(options: { mode: "readwrite" }): Promise<PermissionState>;
  requestPermission(options: { mode: "readwrite" }): Promise<PermissionState>;
};

interface FolderPicker {
  showDirectoryPicker?(options: { id: string; mode: "readwrite" }): Promise<FolderHandle>;
}

/** Whether this browser lets a person choose a folder. */
export function canPickFolder(): boolean {
  return "showDirectoryPicker" in globalThis;
}

/** Asks for a folder; nothing where the user thinks better of it. */
export async function pickFolder(): Promise<FolderHandle | undefined> {
  try {
    return await (globalThis as FolderPicker).showDirectoryPicker?.({ id: "copies", mode: "readwrite" });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return undefined;
    throw thrown;
  }
}

/** Opens a folder, as long as the browser still allows it. */
export async function openFolder(handle: FolderHandle): Promise<Folder | undefined> {
  if ((await handle.queryPermission({ mode: "readwrite" })) !== "granted") return undefined;
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

/** Asks the user to allow a folder again; browsers forget it with the session. */
export async function allowFolder(handle: FolderHandle): Promise<boolean> {
  return (await handle.requestPermission({ mode: "readwrite" })) === "granted";
}
