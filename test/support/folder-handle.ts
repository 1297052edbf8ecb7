import { mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** Failures that a test asks of a folder. */
export interface FolderTroubles {
  /** Name of the error with which all writes end before they are complete. */
  writing?: string;
  /** Name of the error of all access. */
  access?: string;
}

function failure(name: string): Error {
  return Object.assign(new Error(name), { name });
}

/** Runs work on real files, with the errors that browsers use. */
async function asBrowser<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw code === "ENOENT" ? failure("NotFoundError") : thrown;
  }
}

/**
 * Opens a real folder through the interface of browsers, with what sync uses of it. As in browsers, a file is replaced
 * when its writing ends.
 */
export function folderHandle(path: string, troubles: FolderTroubles = {}): FileSystemDirectoryHandle {
  const allow = () => {
    if (troubles.access) throw failure(troubles.access);
  };
  const handle = {
    async getDirectoryHandle(name: string, { create = false } = {}) {
      allow();
      const inner = join(path, name);
      await asBrowser(async () => (create ? void (await mkdir(inner).catch(unlessThere)) : void (await stat(inner))));
      return folderHandle(inner, troubles);
    },
    async getFileHandle(name: string, { create = false } = {}) {
      allow();
      const file = join(path, name);
      await asBrowser(async () => (create ? (await open(file, "a")).close() : void (await stat(file))));
      return fileHandle(file, troubles);
    },
    async removeEntry(name: string) {
      allow();
      await asBrowser(() => rm(join(path, name)));
    },
  };
  return handle as unknown as FileSystemDirectoryHandle;
}

function unlessThere(thrown: NodeJS.ErrnoException): void {
  if (thrown.code !== "EEXIST") throw thrown;
}

let swaps = 0;

function fileHandle(file: string, troubles: FolderTroubles) {
  return {
    getFile: () => asBrowser(async () => new Blob([new Uint8Array(await readFile(file))])),
    async createWritable() {
      swaps += 1;
      const swap = `${file}.${swaps}.crswap`;
      const written = await open(swap, "w");
      return {
        async write(content: string | Uint8Array) {
          await written.writeFile(content);
          if (troubles.writing) throw failure(troubles.writing);
        },
        async close() {
          await written.close();
          await rename(swap, file);
        },
        async abort() {
          await written.close();
          await rm(swap);
        },
      };
    },
  };
}
