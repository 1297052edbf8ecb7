/** The files and folders of a folder: a text for each file, or an error if it cannot be opened. */
export interface FolderSample {
  readonly [name: string]: string | Uint8Array | Error | FolderSample;
}

/** Makes the entry of a dropped folder, which returns two entries at once. */
export function folderOf(name: string, content: FolderSample, parent = ""): FileSystemDirectoryEntry {
  const fullPath = `${parent}/${name}`;
  const entries = Object.entries(content).map(([child, value]) =>
    typeof value === "string" || value instanceof Uint8Array || value instanceof Error
      ? fileEntry(child, `${fullPath}/${child}`, value)
      : folderOf(child, value, fullPath),
  );
  return {
    name,
    fullPath,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      const left = [...entries];
      return { readEntries: (resolve: (batch: FileSystemEntry[]) => void) => resolve(left.splice(0, 2)) };
    },
  } as unknown as FileSystemDirectoryEntry;
}

function fileEntry(name: string, fullPath: string, value: string | Uint8Array | Error): FileSystemFileEntry {
  const file = (resolve: (file: File) => void, reject: (error: Error) => void) =>
    value instanceof Error ? reject(value) : resolve(new File([value as BlobPart], name));
  return { name, fullPath, isFile: true, isDirectory: false, file } as unknown as FileSystemFileEntry;
}
