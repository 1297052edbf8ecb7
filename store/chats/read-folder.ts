import { isSkippedName, maxGroupSize, selectFiles } from "@/lib/documents/file-group";
import type { GroupFile } from "@/lib/documents/read-archive";

/** The texts and documents of a folder, in the order of their paths. */
export interface ReadFolder {
  readonly files: readonly GroupFile[];
  /** Paths of files that are neither texts nor documents, or could not be opened. */
  readonly unreadable: readonly string[];
  readonly isCut: boolean;
}

/** Limits of a folder: files and folders that are listed, and levels of folders. */
const maxEntries = 10_000;
const maxLevels = 32;

/** Lists a dropped folder and opens its texts and documents. Returns undefined if the signal aborts. */
export async function readFolder(
  folder: FileSystemDirectoryEntry,
  signal: AbortSignal,
): Promise<ReadFolder | undefined> {
  const { entries, isWhole } = await listFolder(folder, signal);
  if (signal.aborted) return undefined;
  const selection = selectFiles(entries);
  const files: GroupFile[] = [];
  const unreadable = [...selection.unreadable];
  let isCut = selection.isCut || !isWhole;
  let left = maxGroupSize;
  for (const { path, entry } of selection.files) {
    if (signal.aborted) return undefined;
    const contents = await openFile(entry).catch(() => undefined);
    if (!contents) unreadable.push(path);
    else if (contents.size > left) isCut = true;
    else if (contents.size > 0) files.push({ path, contents });
    left -= contents?.size ?? 0;
  }
  return { files, unreadable, isCut };
}

interface ListedFile {
  readonly path: string;
  readonly entry: FileSystemFileEntry;
}

/** Lists all files, folder by folder; hidden folders are not opened. A folder that cannot be opened counts as empty. */
async function listFolder(root: FileSystemDirectoryEntry, signal: AbortSignal) {
  const files: ListedFile[] = [];
  const waiting = [{ folder: root, level: 1 }];
  let count = 0;
  for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
    const { level } = next;
    const reader = next.folder.createReader();
    for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
      count += batch.length;
      if (count > maxEntries) return { entries: files, isWhole: false };
      for (const entry of batch.filter(({ name }) => !isSkippedName(name))) {
        if (isFolder(entry) && level < maxLevels) waiting.push({ folder: entry, level: level + 1 });
        if (isFile(entry)) files.push({ path: entry.fullPath.replace(/^\//, ""), entry });
      }
    }
  }
  return { entries: files, isWhole: true };
}

/** Reads the next entries; browsers return at most 100 at once, and none at the end. */
function readBatch(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve) => reader.readEntries(resolve, () => resolve([])));
}

function openFile(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}
