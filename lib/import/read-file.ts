import { type Archive, openArchive } from "@/lib/import/archive";
import { cardInImage, maxCardImage } from "@/lib/import/card-image";
import { imageTypeOf } from "@/lib/import/image-type";
import type { ImportContext, Imported, NotUnderstoodReason } from "@/lib/import/imported";
import { openImport } from "@/lib/import/read-import";
import { RefusedFile } from "@/lib/import/refused-file";
import { type Decoder, latin1, openUtf8 } from "@/lib/import/text-decoders";
import { piecesOf } from "@/lib/import/zip-contents";

/**
 * Default maximum of bytes that are read from a file or unpacked from an archive; a few hundred megabytes are common
 * (docs/security.md#i83 and docs/security.md#i84).
 */
const defaultMaxBytes = 1_000_000_000;

/** The result of reading a file, or the reason that it was refused. */
export type ReadImport =
  | {
      readonly ok: true;
      readonly imported: Imported;
      /** The archive, if the file is one, for the images in it. */
      readonly archive?: Archive;
    }
  | { readonly ok: false; readonly reason: NotUnderstoodReason };

/** Options for reading a file. */
export interface ReadOptions {
  /** Called with the fraction of the file that has been read, from 0 to 1. */
  readonly onRead?: (share: number) => void;
  readonly maxBytes?: number;
}

/**
 * Reads a file of any known format, an archive of such files, or an image that contains a character card, chunk by
 * chunk. A refused file returns the reason. Throws only if the file itself cannot be read.
 */
export async function readImportFile(
  file: Blob,
  context: ImportContext,
  options: ReadOptions = {},
): Promise<ReadImport> {
  try {
    const beginning = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    if (isZip(beginning)) return await readArchive(file, context, options);
    if (imageTypeOf(beginning) === "image/png") return await readCard(file, context);
    return await readText(file, context, options, utf16In(beginning));
  } catch (thrown) {
    if (thrown instanceof RefusedFile) return { ok: false, reason: thrown.reason };
    throw thrown;
  }
}

function isZip([first, second, third]: Uint8Array): boolean {
  return first === 0x50 && second === 0x4b && (third === 3 || third === 5);
}

/** Returns a decoder for UTF-16 with a byte order mark, in which some Windows programs save piped text. */
function utf16In([first, second]: Uint8Array): Decoder | undefined {
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le");
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be");
  return undefined;
}

async function readText(
  file: Blob,
  context: ImportContext,
  options: ReadOptions,
  utf16: Decoder | undefined,
): Promise<ReadImport> {
  if (file.size > (options.maxBytes ?? defaultMaxBytes)) throw new RefusedFile("too-long");
  const read = (decoder: Decoder) => readPieces([piecesOf(file.stream())], context, told(options, file.size), decoder);
  if (utf16) return { ok: true, imported: await read(utf16) };
  const utf8 = openUtf8();
  const imported = await read(utf8);
  return { ok: true, imported: utf8.wasOtherEncoding() ? await read(latin1) : imported };
}

async function readArchive(file: Blob, context: ImportContext, options: ReadOptions): Promise<ReadImport> {
  const archive = await openArchive(file, options.maxBytes ?? defaultMaxBytes);
  if (archive.chatFiles.length === 0) throw new RefusedFile("unknown-format");
  const size = archive.chatFiles.reduce((sum, member) => sum + member.size, 0);
  const files = archive.chatFiles.map((member) => archive.unpack(member));
  return { ok: true, imported: await readPieces(files, context, told(options, size)), archive };
}

async function readCard(file: Blob, context: ImportContext): Promise<ReadImport> {
  if (file.size > maxCardImage) throw new RefusedFile("too-long");
  const card = cardInImage(new Uint8Array(await file.arrayBuffer()));
  if (!card) throw new RefusedFile("unknown-format");
  return { ok: true, imported: await readPieces([[card]], context, () => {}) };
}

async function readPieces(
  files: readonly (AsyncIterable<Uint8Array> | Iterable<Uint8Array>)[],
  context: ImportContext,
  onPiece: (bytes: number) => void,
  decoder?: Decoder,
): Promise<Imported> {
  const reader = openImport(context);
  for (const file of files) {
    const json = reader.openFile(decoder);
    for await (const piece of file) {
      json.push(piece);
      onPiece(piece.length);
    }
    json.end();
  }
  return reader.end();
}

function told({ onRead }: ReadOptions, size: number): (bytes: number) => void {
  let read = 0;
  return (bytes) => {
    read += bytes;
    onRead?.(Math.min(1, read / size));
  };
}
