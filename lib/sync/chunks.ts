/** Size of the part of the file under one key, in bytes. */
export const chunkBytes = 1_000_000;

const space = 0x20;

/**
 * Splits a text at spaces into pieces of about `maxBytes`; the spaces at the cuts are dropped. Without a space in time,
 * the piece is longer.
 */
export function cutAtSpaces(text: string, maxBytes = chunkBytes): string[] {
  const bytes = new TextEncoder().encode(text);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const pieces: string[] = [];
  let start = 0;
  while (start < bytes.length) {
    const end = cutBehind(bytes, start, maxBytes);
    pieces.push(decoder.decode(bytes.subarray(start, end)));
    start = end + 1;
    // A space at the very end produces an empty last piece.
    if (start === bytes.length) pieces.push("");
  }
  return pieces;
}

function cutBehind(bytes: Uint8Array, start: number, maxBytes: number): number {
  if (bytes.length - start <= maxBytes) return bytes.length;
  const before = bytes.lastIndexOf(space, start + maxBytes);
  if (before > start) return before;
  const behind = bytes.indexOf(space, start + maxBytes);
  return behind === -1 ? bytes.length : behind;
}

/** Joins pieces to the original text. */
export function joinAtSpaces(pieces: readonly string[]): string {
  return pieces.join(" ");
}
