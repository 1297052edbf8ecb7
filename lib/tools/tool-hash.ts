import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Returns the first half of the SHA-256 of UTF-8 text, in hexadecimal: enough to tell definitions apart. */
export function shortHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);
}

/** Returns the HMAC-SHA256 of UTF-8 text, in hexadecimal. */
export function sealOf(key: string, text: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));
}
