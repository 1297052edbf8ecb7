import { RefusedFile } from "@/lib/import/refused-file";

/** A file in an archive, as described by the archive's untrusted directory. */
export interface ZipMember {
  /** The name, which is never used as a path (docs/security.md#i84). */
  readonly name: string;
  readonly isEncrypted: boolean;
  /** Compression method: 0 for none, 8 for deflate. */
  readonly method: number;
  /** Packed and unpacked sizes, in bytes. */
  readonly packedSize: number;
  readonly size: number;
  /** Offset of the member's own header. */
  readonly offset: number;
}

/** Limits above any real export: number of files, and bytes of the directory (docs/security.md#i84). */
const maxMembers = 200_000;
const maxDirectorySize = 64_000_000;

/** Size of the end record, which is searched in the maximum length of the comment after it, in bytes. */
const endSize = 22;
const maxCommentSize = 0xffff;

const endSignature = 0x06054b50;
const wideLocatorSignature = 0x07064b50;
const wideEndSignature = 0x06064b50;
const memberSignature = 0x02014b50;
const headerSignature = 0x04034b50;

/** Values that mean that a number does not fit into 16 or 32 bits and is stored elsewhere (Zip64). */
const wide16 = 0xffff;
const wide32 = 0xffffffff;

/**
 * Reads the directory at the end of a zip archive (PKWARE's APPNOTE, 4.3), without reading the rest. Throws
 * RefusedFile.
 */
export async function readZipDirectory(archive: Blob): Promise<ZipMember[]> {
  const tail = await viewOf(archive, archive.size - endSize - maxCommentSize, archive.size);
  try {
    const { count, offset, size } = await directoryIn(archive, tail);
    if (count > maxMembers || size > maxDirectorySize) throw new RefusedFile("too-long");
    return membersIn(await viewOf(archive, offset, offset + size), count);
  } catch (thrown) {
    // An offset outside the archive means that it is damaged.
    if (thrown instanceof RangeError) throw new RefusedFile("broken-archive", { cause: thrown });
    throw thrown;
  }
}

/** Returns the offset of a member's packed bytes, after a header that repeats its name. Throws RefusedFile. */
export async function contentsOffset(archive: Blob, { offset }: ZipMember): Promise<number> {
  const header = await viewOf(archive, offset, offset + 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== headerSignature) throw new RefusedFile("broken-archive");
  return offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
}

interface Directory {
  readonly count: number;
  readonly offset: number;
  readonly size: number;
}

async function directoryIn(archive: Blob, tail: DataView): Promise<Directory> {
  let place = tail.byteLength - endSize;
  while (place >= 0 && tail.getUint32(place, true) !== endSignature) place -= 1;
  if (place < 0) throw new RefusedFile("broken-archive");
  const directory = {
    count: tail.getUint16(place + 10, true),
    size: tail.getUint32(place + 12, true),
    offset: tail.getUint32(place + 16, true),
  };
  const isWide = directory.count === wide16 || directory.size === wide32 || directory.offset === wide32;
  return isWide ? wideDirectoryIn(archive, tail, place) : directory;
}

/** Reads the Zip64 end record, which precedes the ordinary one in archives above 4 GB or with many files. */
async function wideDirectoryIn(archive: Blob, tail: DataView, end: number): Promise<Directory> {
  if (tail.getUint32(end - 20, true) !== wideLocatorSignature) throw new RefusedFile("broken-archive");
  const start = wideNumber(tail, end - 12);
  const wideEnd = await viewOf(archive, start, start + 56);
  if (wideEnd.getUint32(0, true) !== wideEndSignature) throw new RefusedFile("broken-archive");
  return { count: wideNumber(wideEnd, 32), size: wideNumber(wideEnd, 40), offset: wideNumber(wideEnd, 48) };
}

function membersIn(directory: DataView, count: number): ZipMember[] {
  const bytes = new Uint8Array(directory.buffer);
  const members: ZipMember[] = [];
  let place = 0;
  while (members.length < count) {
    if (directory.getUint32(place, true) !== memberSignature) throw new RefusedFile("broken-archive");
    const nameSize = directory.getUint16(place + 28, true);
    const extraSize = directory.getUint16(place + 30, true);
    const extra = place + 46 + nameSize;
    const narrow = [24, 20, 42].map((at) => directory.getUint32(place + at, true));
    const [size = 0, packedSize = 0, offset = 0] = widened(narrow, directory, extra, extra + extraSize);
    members.push({
      name: memberName(bytes.subarray(place + 46, extra)),
      isEncrypted: (directory.getUint16(place + 8, true) & 1) === 1,
      method: directory.getUint16(place + 10, true),
      packedSize,
      size,
      offset,
    });
    place = extra + extraSize + directory.getUint16(place + 32, true);
  }
  return members;
}

/** The characters 128 to 255 of IBM code page 437, the encoding of names that are not UTF-8 (APPNOTE, appendix D). */
const codePage437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

/** Decodes a name. Many programs do not set the flag for UTF-8, so the bytes decide. */
function memberName(bytes: Uint8Array): string {
  const name = new TextDecoder().decode(bytes);
  if (!name.includes("\ufffd")) return name;
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : codePage437[byte - 128])).join("");
}

/** Returns the numbers with their Zip64 values, which are in the extra field with id 1, in this order. */
function widened(narrow: readonly number[], directory: DataView, start: number, end: number): number[] {
  let place = start;
  while (place + 4 <= end && directory.getUint16(place, true) !== 1) place += 4 + directory.getUint16(place + 2, true);
  let next = place + 4;
  return narrow.map((number) => {
    if (number !== wide32) return number;
    next += 8;
    return wideNumber(directory, next - 8);
  });
}

function wideNumber(view: DataView, place: number): number {
  return Number(view.getBigUint64(place, true));
}

async function viewOf(archive: Blob, start: number, end: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await archive.slice(Math.max(0, start), end).arrayBuffer());
}
