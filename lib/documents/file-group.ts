import { documentFormatOf } from "@/lib/documents/document-format";
import { isTextFile } from "@/lib/documents/text-format";

/** Maximum number of files that are read of an archive or a folder. */
const maxGroupFiles = 100;

/** Maximum size of the files of an archive or a folder together, in bytes. */
export const maxGroupSize = 200_000_000;

/** The files of an archive or a folder that are read, in order. */
export interface FileSelection<Entry> {
  readonly files: readonly Entry[];
  /** Paths of files that are neither texts nor documents. */
  readonly unreadable: readonly string[];
  /** Whether there are more files than are read. */
  readonly isCut: boolean;
}

/** Folders and files that belong to systems and tools, and those whose name begins with a dot. */
const skippedName = /^(?:\..*|node_modules|__MACOSX|__pycache__|Thumbs\.db|desktop\.ini)$/i;

/** Whether a file or folder is skipped by its name, with all that is in it. */
export function isSkippedName(name: string): boolean {
  return skippedName.test(name);
}

const byPath = new Intl.Collator("en", { numeric: true });

/** Selects the texts and documents of an archive or a folder, in the order of their paths. */
export function selectFiles<Entry extends { readonly path: string }>(entries: readonly Entry[]): FileSelection<Entry> {
  const listed = entries
    .filter(({ path }) => !path.split("/").some(isSkippedName))
    .toSorted((one, other) => byPath.compare(one.path, other.path));
  const readable = listed.filter(({ path }) => isReadable(path));
  return {
    files: readable.slice(0, maxGroupFiles),
    unreadable: listed.filter(({ path }) => !isReadable(path)).map(({ path }) => path),
    isCut: readable.length > maxGroupFiles,
  };
}

function isReadable(name: string): boolean {
  return documentFormatOf({ name, type: "" }) !== undefined || isTextFile({ name, type: "" });
}
