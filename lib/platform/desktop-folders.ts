import type { FolderPurpose, ShellFile, ShellFolder, ShellFolders } from "@/lib/platform/desktop-port";
import type { FolderHandle } from "@/lib/platform/folder-handle";

/** The part of the browser's handles that is used here; the rest is missing. */
type Files = Pick<FileSystemDirectoryHandle, "name" | "getDirectoryHandle" | "getFileHandle" | "removeEntry" | "keys">;

/** Names of the browser's errors, by the kind that the shell reports. */
const errorNames: Readonly<Record<string, string>> = {
  closed: "NotAllowedError",
  missing: "NotFoundError",
  full: "QuotaExceededError",
  locked: "NoModificationAllowedError",
};

/** Asks the user for a folder in a dialog of the system; undefined if the user cancels. */
export async function chooseShellFolder(
  shell: ShellFolders,
  purpose: FolderPurpose,
): Promise<FolderHandle | undefined> {
  const chosen = await attempt(shell.choose(purpose));
  return chosen && openShellFolder(shell, chosen);
}

/** Opens a folder that the user has chosen. It behaves like the browser's handle, also in its errors. */
export function openShellFolder(shell: ShellFolders, stored: ShellFolder): FolderHandle {
  const { shellId, name } = stored;
  const handle: Files & Pick<FolderHandle, "stored" | "isSameEntry" | "queryPermission" | "requestPermission"> = {
    ...filesOf(shell, shellId, ""),
    name,
    stored: { shellId, name },
    isSameEntry: async (other) => (other as FolderHandle).stored?.shellId === shellId,
    queryPermission: () => permission(shell, shellId),
    // The shell remembers the choice. A folder that it does not know must be chosen again.
    requestPermission: () => permission(shell, shellId),
  };
  return handle as FolderHandle;
}

async function permission(shell: ShellFolders, id: string): Promise<PermissionState> {
  try {
    await attempt(shell.open(id, ""));
    return "granted";
  } catch (thrown) {
    // Work on a folder that is missing reports that itself.
    return thrown instanceof DOMException && thrown.name === "NotAllowedError" ? "denied" : "granted";
  }
}

function filesOf(shell: ShellFolders, id: string, inside: string): Files {
  return {
    name: inside,
    async getDirectoryHandle(name) {
      if (inside !== "") throw new DOMException("Folders have one level.", "NotAllowedError");
      await attempt(shell.open(id, name));
      return filesOf(shell, id, name) as FileSystemDirectoryHandle;
    },
    // A file is made when its content is written, and a missing one is reported when it is read.
    getFileHandle: async (name) => fileOf(shell, { id, inside, name }),
    removeEntry: (name) => attempt(shell.remove({ id, inside, name })),
    async *keys() {
      yield* await attempt(shell.list(id, inside));
      return undefined;
    },
  };
}

function fileOf(shell: ShellFolders, file: ShellFile): FileSystemFileHandle {
  const handle = {
    getFile: async () => new File([await attempt(shell.read(file))], file.name),
    async createWritable() {
      let parts: BlobPart[] = [];
      return {
        async write(content: BlobPart) {
          parts.push(content);
        },
        async close() {
          await attempt(shell.write(file, new Blob(parts)));
        },
        async abort() {
          parts = [];
        },
      };
    },
  };
  return handle as unknown as FileSystemFileHandle;
}

/** Waits for the shell. Throws the error that a browser would throw. */
async function attempt<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (thrown) {
    const { kind } = Object(thrown) as { readonly kind?: unknown };
    const name = (typeof kind === "string" && Object.hasOwn(errorNames, kind) && errorNames[kind]) || "UnknownError";
    throw new DOMException(`The shell could not use the folder: ${String(kind ?? thrown)}`, name);
  }
}
