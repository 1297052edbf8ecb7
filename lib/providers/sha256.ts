import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** Returns the SHA-256 of UTF-8 text, in lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

/** Returns the SHA-256 of bytes, in lower-case hexadecimal. */
export function sha256HexOfBytes(bytes: ArrayBuffer): string {
  return bytesToHex(sha256(new Uint8Array(bytes)));
}

/** Returns the HMAC-SHA256 of UTF-8 text. */
export function hmacSha256(key: Uint8Array | string, text: string): Uint8Array {
  return hmac(sha256, typeof key === "string" ? utf8ToBytes(key) : key, utf8ToBytes(text));
}

/** Returns a function that returns the HMAC-SHA256 of UTF-8 text. The key is prepared once, not for each text. */
export function hmacSigner(key: string): (text: string) => Uint8Array {
  const prepared = hmac.create(sha256, utf8ToBytes(key));
  return (text) => prepared.clone().update(utf8ToBytes(text)).digest();
}

/** Returns bytes in lower-case hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return bytesToHex(bytes);
}
