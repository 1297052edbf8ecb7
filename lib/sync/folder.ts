import { AppError } from "@/lib/errors";
import { defaultPlace, fileName, type Remote, type RemoteText, type SyncProblem, syncError } from "@/lib/sync/remote";

/** Problems by the name of the browser's error. */
const problems: Readonly<Record<string, SyncProblem>> = {
  NotAllowedError: "folder-closed",
  SecurityError: "folder-closed",
  NotFoundError: "folder-missing",
  QuotaExceededError: "full",
  NoModificationAllowedError: "locked",
  NotReadableError: "locked",
  InvalidStateError: "locked",
};

/** Time that unneeded objects remain: another program may bring the file of a device that was offline for that long. */
const folderUnneededMs = 30 * 86_400_000;

/**
 * Opens the file in a folder of this computer, which another program may sync. The browser replaces a file only once its
 * new content is complete. Copies that such programs make of conflicts have other names and are never read.
 */
export function openFolderLocation(chosen: FileSystemDirectoryHandle): Remote {
  const folder = () => chosen.getDirectoryHandle(defaultPlace, { create: true });

  async function read(name: string): Promise<File | undefined> {
    return attempt(async () => {
      const handle = await unlessMissing((await folder()).getFileHandle(name));
      return handle && (await unlessMissing(handle.getFile()));
    });
  }

  async function write(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
    await attempt(async () => {
      const opened = await folder();
      const former = await unlessMissing(opened.getFileHandle(name));
      const handle = former ?? (await opened.getFileHandle(name, { create: true }));
      try {
        await replace(handle, content);
      } catch (thrown) {
        // A new file would stay empty.
        if (!former) await opened.removeEntry(name).catch(() => {});
        throw thrown;
      }
    });
  }

  async function get(): Promise<RemoteText> {
    const file = await read(fileName);
    // A program that syncs the folder may create a file before it brings the content. Only a missing file means a new location.
    if (file?.size === 0) throw syncError("no-backup");
    return file ? { text: await attempt(() => file.text()) } : { text: "", isMissing: true };
  }

  return {
    name: `${defaultPlace}/${fileName}`,
    unneededMs: folderUnneededMs,
    objects: {
      async read(name) {
        const file = await read(objectFile(name));
        return file && new Uint8Array(await attempt(() => file.arrayBuffer()));
      },
      write: (name, bytes) => write(objectFile(name), bytes),
      async remove(name) {
        await attempt(async () => unlessMissing((await folder()).removeEntry(objectFile(name))));
      },
    },
    async check() {
      await attempt(folder);
      return true;
    },
    get,
    async set(text, over) {
      // Files have no versions, so the content is compared just before it is replaced.
      if ((await get()).text !== over.text) throw syncError("changed");
      if (text === "") await attempt(async () => unlessMissing((await folder()).removeEntry(fileName)));
      else await write(fileName, text);
    },
  };
}

function objectFile(name: string): string {
  return `parley-${name}`;
}

/** Replaces the content of a file. If that fails, the former content stays. */
async function replace(handle: FileSystemFileHandle, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const stream = await handle.createWritable();
  try {
    await stream.write(content);
    await stream.close();
  } catch (thrown) {
    await stream.abort().catch(() => {});
    throw thrown;
  }
}

/** Returns the result; undefined if the file or folder is missing. */
async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (thrown) {
    if (nameOf(thrown) === "NotFoundError") return undefined;
    throw thrown;
  }
}

/** Runs work on files. Throws a sync error for an error of the browser. */
async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    const name = nameOf(thrown);
    throw syncError((Object.hasOwn(problems, name) && problems[name]) || "folder-failed");
  }
}

function nameOf(thrown: unknown): string {
  return typeof thrown === "object" && thrown !== null && "name" in thrown ? String(thrown.name) : "";
}
