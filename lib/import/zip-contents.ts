import { RefusedFile } from "@/lib/import/refused-file";
import { contentsOffset, type ZipMember } from "@/lib/import/zip-directory";

/**
 * Maximum compression ratio: text compresses about 10:1, a repetitive log perhaps 40:1, so more is an attack
 * (docs/security.md#i84).
 */
const maxRatio = 200;

/** Size up to which any ratio is accepted, in bytes. */
const freeSize = 4_000_000;

/** Remaining bytes that may be unpacked from an archive, for all its members together. */
export interface UnpackBudget {
  left: number;
}

/**
 * Unpacks a member of an archive chunk by chunk. The sizes in the directory are compared with the actual data, so that
 * nothing beyond them is unpacked. Throws RefusedFile.
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

/** Reads a stream chunk by chunk, and cancels it when the consumer stops. */
export async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
