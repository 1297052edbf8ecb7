import { decrypt, encrypt, randomBytes, type SealingKey } from "@/lib/sealing/aead";
import { leastObjectBytes, padBytes, padText, unpadBytes, unpadText } from "@/lib/sealing/padded";
import { canonicalText } from "@/lib/sync/fingerprint";

type Bytes = Uint8Array<ArrayBuffer>;

/** The format version of objects. */
const version = 3;
/** Maximum length of an object's text, in bytes. */
const maxTextBytes = 400_000_000;

/** The kinds of objects: cells of chats and documents, lists of these, images or other files, and daily states. */
export type ObjectKind = "cells" | "shard" | "blob" | "day";

/** The key of objects, and its id. */
export interface ObjectKey {
  readonly key: SealingKey;
  readonly keyId: string;
}

/** The name and the kind of an object, which are authenticated with its content. */
export interface ObjectFacts {
  readonly name: string;
  readonly kind: ObjectKind;
}

/** Returns the name of a new object: random, so that it tells nothing and never repeats. */
export function newObjectName(): string {
  return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Encrypts the text of an object. */
export async function sealObject(text: string, key: ObjectKey, facts: ObjectFacts): Promise<Bytes> {
  return encrypt(key.key, await padText(text, leastObjectBytes), associatedData(key, facts));
}

/** Decrypts an object; undefined if it was altered, replaced, renamed, or encrypted with another key. */
export async function openObject(bytes: Bytes, key: ObjectKey, facts: ObjectFacts): Promise<string | undefined> {
  const padded = await decrypt(key.key, bytes, associatedData(key, facts));
  return padded && unpadText(padded, maxTextBytes);
}

/** Encrypts bytes as an object. */
export function sealBytes(bytes: Bytes, key: ObjectKey, facts: ObjectFacts): Promise<Bytes> {
  return encrypt(key.key, padBytes(bytes, leastObjectBytes), associatedData(key, facts));
}

/** Decrypts the bytes of an object; undefined like `openObject`. */
export async function openBytes(bytes: Bytes, key: ObjectKey, facts: ObjectFacts): Promise<Bytes | undefined> {
  const padded = await decrypt(key.key, bytes, associatedData(key, facts));
  return padded && unpadBytes(padded);
}

function associatedData({ keyId }: ObjectKey, { name, kind }: ObjectFacts): Bytes {
  return new TextEncoder().encode(canonicalText(["parley-sync", version, "object", kind, name, keyId]));
}
