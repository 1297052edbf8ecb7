import { readLines } from "@/lib/engine/read-lines";
import { cancelQuietly, readText } from "@/lib/engine/read-text";
import { AppError } from "@/lib/errors";
import { bytesOfBase64 } from "@/lib/resuming/base64";
import type { ResumableReply } from "@/lib/resuming/resumable-reply";
import { openPiece, type Piece, type ReplyHead } from "@/lib/resuming/sealed-piece";
import type { SealingKey } from "@/lib/sealing/aead";

/** A response that is read part by part. */
export interface Reading {
  /** Returns the next bytes; undefined at the end. Rejects if the connection breaks, or with `ReplyLost`. */
  next(): Promise<Uint8Array | undefined>;
  cancel(): void;
}

/** The rest of a reply does not exist any more, or is not what was sealed. */
export class ReplyLost extends Error {}

/** Maximum length of a line, in characters: more than a sealed piece has. */
const maxLineChars = 120_000;

/** The place in a reply up to which it was read. */
export interface ReadPosition {
  /** Position after what was read (`positionAfter`). */
  position: number;
  head?: ReplyHead;
}

/** Returns the bytes of a response whose head was read. Moves the position on. */
export function readResponse({ body }: Pick<Response, "body">, read: ReadPosition): Reading {
  const reader = body?.getReader();
  return {
    async next() {
      const { done, value } = (await reader?.read()) ?? { done: true };
      read.position += value?.length ?? 0;
      return done ? undefined : value;
    },
    cancel: () => reader && cancelQuietly(reader),
  };
}

/**
 * Returns the bytes of a reply behind a position, from the lines of `/api/replies`. Pieces that are missing, repeated, in
 * another order or changed end it with `ReplyLost`.
 *
 * @param read is moved on, and gets the head of the response
 */
export function readPieces(
  { body }: Pick<Response, "body">,
  { id }: Pick<ResumableReply, "id">,
  key: SealingKey,
  read: ReadPosition,
): Reading {
  const reader = body?.getReader();
  const lines = reader ? readLines(readText(reader), maxLineChars) : undefined;
  let last: number | undefined;

  async function nextPiece(): Promise<Piece> {
    const line = await nextLine(lines);
    if (line === "over") throw new ReplyLost("The reply has ended.");
    const [, number = "", text = ""] = /^(\d{1,7}) ([\w+/]+={0,2})$/.exec(line) ?? [];
    const sequence = Number(number);
    const piece = text.length % 4 === 0 ? await openPiece(key, id, sequence, bytesOfBase64(text)) : undefined;
    if (number === "" || piece === undefined) throw new ReplyLost("A piece cannot be opened.");
    if (last !== undefined && sequence !== last + 1) throw new ReplyLost("A piece is missing.");
    last = sequence;
    return piece;
  }

  return {
    async next() {
      const piece = await nextPiece();
      if (piece.kind === "head") {
        if (read.position !== 0) throw new ReplyLost("The head is not the first piece.");
        read.position = 1;
        read.head = piece.head;
        return new Uint8Array(0);
      }
      const had = read.position - 1 - piece.start;
      if (piece.kind === "end") {
        if (had !== 0) throw new ReplyLost("The end is not behind the last piece.");
        return undefined;
      }
      if (read.position === 0 || had < 0 || had >= piece.bytes.length) throw new ReplyLost("A piece does not fit.");
      const rest = piece.bytes.subarray(had);
      read.position += rest.length;
      return rest;
    },
    cancel: () => reader && cancelQuietly(reader),
  };
}

/** Returns the next line. A connection that ends without `over` is broken. */
async function nextLine(lines: AsyncGenerator<string> | undefined): Promise<string> {
  try {
    const next = await lines?.next();
    if (next && !next.done) return next.value;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === "too-large") throw new ReplyLost("A line is too long.");
    throw thrown;
  }
  throw new AppError("network");
}
