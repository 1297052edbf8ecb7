import { hexOf as hexOfBytes, sha256HexOfBytes } from "@/lib/providers/sha256";

/** Returns the id of a text or an original file: the SHA-256 of its bytes, so that the same file is stored once. */
export function fileId(bytes: ArrayBuffer): string {
  return sha256HexOfBytes(bytes);
}

/** Returns a digest in lower-case hexadecimal. */
export function hexOf(digest: ArrayBuffer): string {
  return hexOfBytes(new Uint8Array(digest));
}
