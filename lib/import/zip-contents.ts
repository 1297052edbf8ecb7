import { RefusedFile } from "@/lib/import/refused-file";
import { contentsOffset, type ZipMember } from "@/lib/import/zip-directory";

/** Text packs ten times as small, a log of one line perhaps forty times: beyond this nobody meant well (I8.4). */
const maxRatio = 200;

/** So much may come of anything, however small it was, in bytes. */
const freeSize = 4_000_000;

/** How many bytes may still be unpacked of an archive, for all of its members together. */
export interface UnpackBudget {
  left: number;
}

/**
 * Unpacks a member of an archive piece by piece. What its directory says of sizes is held against what really comes, so
 * that nothing is unpacked beyond it. Throws RefusedFile.
 */
export async function* unpack(archive: Blob, member: ZipMember, budget: UnpackBudget): AsyncGenerator<Uint8Array> {
  refuseUnreadable(member, budget);
  const start = await contentsOffset(archive, member);
  const packed = archive.slice(start, start + member.packedSize);
  let size = 0;
  for await (const piece of member.method === 0 ? piecesOf(packed.stream()) : inflated(packed)) {
    size += piece.length;
    budget.left -= piece.length;
    if (size > member.size) throw new RefusedFile("broken-archive");
    yield piece;
  }
  if (size < member.size) throw new RefusedFile("broken-archive");
}

function refuseUnreadable({ isEncrypted, method, packedSize, size }: ZipMember, { left }: UnpackBudget): void {
  if (isEncrypted) throw new RefusedFile("encrypted");
  if (method !== 0 && method !== 8) throw new RefusedFile("unknown-compression");
  if (size > freeSize && size > packedSize * maxRatio) throw new RefusedFile("archive-bomb");
  if (size > left) throw new RefusedFile("too-long");
}

async function* inflated(packed: Blob): AsyncGenerator<Uint8Array> {
  try {
    yield* piecesOf(packed.stream().pipeThrough(new DecompressionStream("deflate-raw")));
  } catch (thrown) {
    throw new RefusedFile("broken-archive", { cause: thrown });
  }
}

/** Reads a stream piece by piece; who stops reading ends it. */
export async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
