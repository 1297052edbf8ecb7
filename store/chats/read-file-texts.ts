import { decodeText } from "@/lib/documents/decode-text";
import { documentFormatOf } from "@/lib/documents/document-format";
import { isTextFile } from "@/lib/documents/text-format";
import { isArchive } from "@/store/chats/attach";
import { readArchiveFiles } from "@/store/chats/attach-group";
import { readInWorker } from "@/store/chats/read-in-worker";
import type { AttachedFile } from "@/store/chats/store-document";

/** The texts of files, and the names of those that were not read. */
export interface ReadFiles {
  readonly files: readonly AttachedFile[];
  readonly unreadable: readonly string[];
}

interface Reading {
  readonly signal: AbortSignal;
  /** Called before each file, with its number from 1. */
  readonly onFile: (name: string, number: number) => void;
}

/** Reads documents, texts and the files of ZIP archives, one after another. Stops if the signal aborts. */
export async function readFileTexts(chosen: readonly File[], { signal, onFile }: Reading): Promise<ReadFiles> {
  const files: AttachedFile[] = [];
  const unreadable: string[] = [];
  for (const [index, file] of chosen.entries()) {
    if (signal.aborted) break;
    onFile(file.name, index + 1);
    const read = isArchive(file) ? await readArchiveFiles(file, signal) : await readFile(file, signal);
    if (read) files.push(...read.files);
    unreadable.push(...(read ? read.unreadable : [file.name]));
  }
  return { files, unreadable };
}

async function readFile(file: File, signal: AbortSignal): Promise<ReadFiles> {
  const { name } = file;
  const text = await textOf(file, signal);
  return text === undefined || text === ""
    ? { files: [], unreadable: [name] }
    : { files: [{ name, text, ...(documentFormatOf(file) === "pdf" && { original: file }) }], unreadable: [] };
}

async function textOf(file: File, signal: AbortSignal): Promise<string | undefined> {
  if (documentFormatOf(file) !== undefined) {
    const read = await readInWorker(file, { signal });
    return read?.kind === "text" ? read.text : undefined;
  }
  return isTextFile(file) ? (await decodeText(file)).replace(/\r\n?/g, "\n") : undefined;
}
