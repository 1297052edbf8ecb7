import { hexOf as hexOfBytes, sha256Hex, sha256HexOfBytes } from "@/lib/providers/sha256";

/** Returns the id of a document: the SHA-256 of its text, so that the same text is stored once. */
export function documentId(text: string): string {
  return sha256Hex(text);
}

/** Returns the id of an original file: the SHA-256 of its bytes. */
export function fileId(bytes: ArrayBuffer): string {
  return sha256HexOfBytes(bytes);
}

/** Returns a digest in lower-case hexadecimal. */
export function hexOf(digest: ArrayBuffer): string {
  return hexOfBytes(new Uint8Array(digest));
}
