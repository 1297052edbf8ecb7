import { desktop, isInShell } from "@/lib/platform/desktop";
import type { FolderPurpose, ShellFolder } from "@/lib/platform/desktop-port";
import type { FolderHandle } from "@/lib/platform/folder-handle";

/** A folder on the computer that the user has chosen; only some browsers support this. */
export interface Folder {
  readonly name: string;
  /** Writes a file and replaces one with the same name. Throws what the browser throws. */
  write(name: string, content: Blob): Promise<void>;
  /** Returns the names of its files. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

interface FolderPicker {
  showDirectoryPicker?(options: { id: FolderPurpose; mode: "readwrite" }): Promise<FolderHandle>;
}

/** Whether a folder can be chosen: in some browsers, and in the desktop shell. */
export function canPickFolder(): boolean {
  return isInShell() || "showDirectoryPicker" in globalThis;
}

/** Asks the user for a folder; returns undefined if the user cancels. */
export async function pickFolder(purpose: FolderPurpose): Promise<FolderHandle | undefined> {
  const shell = await desktop();
  if (shell) {
    const { chooseShellFolder } = await import("@/lib/platform/desktop-folders");
    return chooseShellFolder(shell.folders, purpose);
  }
  try {
    return await (globalThis as FolderPicker).showDirectoryPicker?.({ id: purpose, mode: "readwrite" });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") return undefined;
    throw thrown;
  }
}

/** Returns the folder of its stored form; undefined without one, and for a folder of the shell outside it. */
export async function restoreFolder(
  stored: FileSystemDirectoryHandle | ShellFolder | undefined,
): Promise<FolderHandle | undefined> {
  if (!stored || !("shellId" in stored)) return stored as FolderHandle | undefined;
  const shell = await desktop();
  if (!shell) return undefined;
  const { openShellFolder } = await import("@/lib/platform/desktop-folders");
  return openShellFolder(shell.folders, stored);
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
