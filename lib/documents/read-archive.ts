import { partAt } from "@/lib/documents/document-package";
import { maxGroupSize, selectFiles } from "@/lib/documents/file-group";
import type { DocumentRefusal } from "@/lib/documents/refused-document";
import { RefusedFile } from "@/lib/import/refused-file";
import { type UnpackBudget, unpack } from "@/lib/import/zip-contents";
import { readZipDirectory, type ZipMember } from "@/lib/import/zip-directory";

/** A file that was unpacked, or is in a folder. */
export interface GroupFile {
  /** Its path in the archive, or from the folder on. It is a name, and never used as a path. */
  readonly path: string;
  readonly contents: Blob;
}

/** The texts and documents of an archive, or the reason that it was not read. */
export type ReadArchive =
  | {
      readonly kind: "files";
      readonly files: readonly GroupFile[];
      readonly unreadable: readonly string[];
      readonly isCut: boolean;
    }
  | { readonly kind: DocumentRefusal };

/** Limits of an archive (docs/security.md#i84): bytes of the file, and number of its members. */
const maxPackedSize = 50_000_000;
const maxMembers = 50_000;

/** Unpacks the texts and documents of a ZIP archive. Archives in it are not opened. */
export async function readArchive(archive: Blob): Promise<ReadArchive> {
  if (archive.size > maxPackedSize) return { kind: "too-large" };
  try {
    const members = await readZipDirectory(archive);
    if (members.length > maxMembers) return { kind: "too-large" };
    const entries = members.filter(({ name, size }) => size > 0 && !/[\\/]$/.test(name)).map(entryOf);
    const { files, unreadable, isCut } = selectFiles(entries);
    const unpacked = await unpackFiles(archive, files);
    return { kind: "files", files: unpacked.files, unreadable: [...unreadable, ...unpacked.damaged], isCut };
  } catch (thrown) {
    if (thrown instanceof RefusedFile) return { kind: refusalOf(thrown) };
    throw thrown;
  }
}

interface ArchiveEntry {
  readonly path: string;
  readonly member: ZipMember;
}

/** Some programs on Windows separate folders by backslashes. */
function entryOf(member: ZipMember): ArchiveEntry {
  const plain = member.name.replaceAll("\\", "/").replace(/^[a-z]:/i, "");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters in names are removed
  return { path: partAt("", plain.replace(/[\u0000-\u001f\u007f]/g, "")), member };
}

async function unpackFiles(archive: Blob, entries: readonly ArchiveEntry[]) {
  const budget: UnpackBudget = { left: maxGroupSize };
  const files: GroupFile[] = [];
  const damaged: string[] = [];
  for (const { path, member } of entries) {
    try {
      files.push({ path, contents: await contentsOf(archive, member, budget) });
    } catch (thrown) {
      if (!(thrown instanceof RefusedFile) || !isOfOneFile(thrown)) throw thrown;
      damaged.push(path);
    }
  }
  return { files, damaged };
}

/** Whether the other files of the archive can be read. */
function isOfOneFile({ reason }: RefusedFile): boolean {
  return reason === "broken-archive" || reason === "unknown-compression";
}

async function contentsOf(archive: Blob, member: ZipMember, budget: UnpackBudget): Promise<Blob> {
  const pieces: BlobPart[] = [];
  for await (const piece of unpack(archive, member, budget)) pieces.push(Uint8Array.from(piece));
  return new Blob(pieces);
}

function refusalOf({ reason }: RefusedFile): DocumentRefusal {
  if (reason === "archive-bomb" || reason === "too-long") return "too-large";
  return reason === "encrypted" ? "encrypted" : "damaged";
}
