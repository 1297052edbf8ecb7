import { decodeText } from "@/lib/documents/decode-text";
import { documentFormatOf } from "@/lib/documents/document-format";
import type { GroupFile } from "@/lib/documents/read-archive";
import { toAppError } from "@/lib/errors";
import { report, useUi } from "@/store/base/ui";
import { readFolder } from "@/store/chats/read-folder";
import { readInWorker } from "@/store/chats/read-in-worker";
import { useReadingDocuments } from "@/store/chats/reading-documents";
import { type AttachedFile, attachFileTexts } from "@/store/chats/store-document";
import { unpackInWorker } from "@/store/chats/unpack-in-worker";

/** The files of an archive or a folder. */
interface FileGroup {
  readonly name: string;
  readonly files: readonly GroupFile[];
  readonly unreadable: readonly string[];
  readonly isCut: boolean;
}

/** Maximum length of all texts of an archive or a folder, in characters. */
const maxChars = 1_000_000;

/** Size of a text that is longer than that in any script, in bytes. */
const maxTextSize = 4 * maxChars;

/** Number of unreadable files that a message names. */
const maxNames = 5;

/** Attaches the texts and documents of ZIP archives and dropped folders, each with its path. Problems are reported. */
export async function attachGroups(
  sessionId: string,
  archives: readonly File[],
  folders: readonly FileSystemDirectoryEntry[] = [],
): Promise<void> {
  const { start } = useReadingDocuments.getState();
  const tasks = [...archives, ...folders].map((source) => ({ source, reading: start(sessionId, source.name) }));
  for (const { source, reading } of tasks) {
    const { signal } = reading;
    try {
      const group = signal.aborted ? undefined : await openGroup(source, signal);
      if (group) await attachGroup(sessionId, group, signal);
    } catch (thrown) {
      report(toAppError(thrown));
    }
    reading.end();
  }
}

/** Reads the files of an archive. Returns undefined if it is refused, which is reported, or if the signal aborts. */
export async function readArchiveFiles(archive: File, signal: AbortSignal): Promise<ReadGroup | undefined> {
  const group = await openGroup(archive, signal);
  return group && readGroup(group, signal);
}

/** Lists the files of an archive or a folder; undefined if it is refused, which is reported, or cancelled. */
async function openGroup(source: File | FileSystemDirectoryEntry, signal: AbortSignal): Promise<FileGroup | undefined> {
  const { name } = source;
  if (!(source instanceof Blob)) {
    const folder = await readFolder(source, signal);
    return folder && { name, ...folder };
  }
  const archive = await unpackInWorker(source, signal);
  if (archive === undefined) return undefined;
  if (archive.kind === "files") return { name, ...archive };
  useUi.getState().toast({ kind: "document-refused", reason: archive.kind, name });
  return undefined;
}

/** Attaches all files of a group at once, so that cancelling attaches nothing. */
async function attachGroup(sessionId: string, group: FileGroup, signal: AbortSignal): Promise<void> {
  const read = await readGroup(group, signal);
  if (!read) return;
  await attachFileTexts(sessionId, read.files);
  reportGroup(group, { ...read, count: read.files.length });
}

/** The texts of a group, and what was not read. */
interface ReadGroup {
  readonly files: readonly AttachedFile[];
  readonly unreadable: readonly string[];
  readonly isCut: boolean;
}

/** Reads the files of a group one by one. Returns undefined if the signal aborts. */
async function readGroup(group: FileGroup, signal: AbortSignal): Promise<ReadGroup | undefined> {
  const files: AttachedFile[] = [];
  const unreadable = [...group.unreadable];
  let left = maxChars;
  let { isCut } = group;
  for (const file of group.files) {
    const text = await textOf(file, signal);
    if (signal.aborted) return undefined;
    if (text === undefined) unreadable.push(file.path);
    else if (text.length > left && files.length > 0) {
      isCut = true;
      break;
    } else {
      left -= text.length;
      const isPdf = documentFormatOf({ name: file.path, type: "" }) === "pdf";
      files.push({ name: file.path, text, ...(isPdf && { original: file.contents }) });
    }
  }
  return { files, unreadable, isCut };
}

interface AttachedFiles {
  readonly count: number;
  readonly isCut: boolean;
  readonly unreadable: readonly string[];
}

/** Reports the files of a group that were not attached, all in one message. */
function reportGroup({ name, files }: FileGroup, { count, isCut, unreadable }: AttachedFiles): void {
  const { toast } = useUi.getState();
  if (files.length === 0) {
    toast({ kind: "no-readable-files", name });
    return;
  }
  if (isCut && count > 0) toast({ kind: "files-cut", name, count });
  if (unreadable.length > 0) {
    const names = unreadable.slice(0, maxNames).join(", ");
    const more = unreadable.length > maxNames ? ", …" : "";
    toast({ kind: "files-unreadable", count: unreadable.length, names: names + more });
  }
}

/** Returns the text of a file; undefined if it cannot be read, is binary or too long, or the signal aborts. */
async function textOf({ path, contents }: GroupFile, signal: AbortSignal): Promise<string | undefined> {
  if (documentFormatOf({ name: path, type: "" }) === undefined) {
    if (contents.size > maxTextSize) return undefined;
    const text = await decodeText(contents);
    return text.includes("\0") ? undefined : text;
  }
  const read = await readInWorker(new File([contents], path), { signal });
  return read?.kind === "text" ? read.text : undefined;
}
