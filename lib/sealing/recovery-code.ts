import { hkdf } from "@noble/hashes/hkdf.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { keyBytes, randomBytes } from "@/lib/sealing/aead";

/** Crockford's alphabet, without letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groupLength = 5;
/** Number of random characters: 125 bits, which need no slow derivation. The last group is a checksum. */
const randomLength = 25;

/** Creates a recovery code: six groups of five characters, the last one a checksum. */
export function newRecoveryCode(): string {
  const random = Array.from(randomBytes(randomLength), (byte) => alphabet[byte % alphabet.length]).join("");
  return groupsOf(random + checksumOf(random));
}

/** Reads a typed recovery code; undefined if it is incomplete or its checksum is wrong. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = plainCode(typed);
  const random = code.slice(0, randomLength);
  return code.length === randomLength + groupLength && code.endsWith(checksumOf(random)) ? groupsOf(code) : undefined;
}

/** Whether two typed parts of codes are the same, whatever their case and separators. */
export function isSameCode(one: string, other: string): boolean {
  return plainCode(one) === plainCode(other);
}

/** Returns the key of a code that `readRecoveryCode` has read. */
export function keyOfRecoveryCode(code: string, salt: Uint8Array): Uint8Array<ArrayBuffer> {
  const key = hkdf(sha256, utf8ToBytes(plainCode(code)), salt, utf8ToBytes("parley-sync recovery"), keyBytes);
  return new Uint8Array(key);
}

function plainCode(typed: string): string {
  const upper = typed.toUpperCase().replace(/[\s-]+/g, "");
  return upper.replaceAll("O", "0").replace(/[IL]/g, "1");
}

function checksumOf(random: string): string {
  const digest = sha256(utf8ToBytes(`parley-sync recovery code ${random}`));
  return Array.from(digest.subarray(0, groupLength), (byte) => alphabet[byte % alphabet.length]).join("");
}

function groupsOf(code: string): string {
  return code.match(/.{5}/g)?.join("-") ?? "";
}
