import { sha256Hex } from "@/lib/providers/sha256";

/** Returns the id of a document: the SHA-256 of its text, so that the same text is stored once. */
export function documentId(text: string): string {
  return sha256Hex(text);
}
