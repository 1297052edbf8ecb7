import { isRecord } from "@/lib/json";
import { decrypt, encrypt, importKey, keyBytes, randomBytes, type SealingKey } from "@/lib/sealing/aead";
import { leastObjectBytes, padText, unpadText } from "@/lib/sealing/padded";
import { isAllowedCost, kdfCost, keyOfPassphrase } from "@/lib/sealing/passphrase-key";
import { keyOfRecoveryCode, readRecoveryCode } from "@/lib/sealing/recovery-code";
import { base64OfBytes } from "@/lib/storage/blobs";
import { canonicalText } from "@/lib/sync/fingerprint";
import * as z from "@/lib/zod";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The format version, in the same member as that of the readable file. So older versions of Parley refuse an encrypted
 * file as newer, and a NextChat stops because it finds no chats in it: both leave it untouched.
 */
const sealedVersion = 4;
/** The first version with objects. It has no daily states. */
const objectsVersion = 3;
/** The version that has encrypted everything in one text, instead of objects. It is read, but not written. */
const wholeVersion = 2;
/** The version of the form of keys, which later versions share. */
const keyVersion = 2;
const member = "$parley";
const saltBytes = 16;
const keyIdBytes = 16;
/** Bytes between two spaces of the content; a multiple of three. Hosts store long texts in pieces, cut at spaces. */
const spacedBytes = 49_152;
/** Length of the end of the content with the authentication tag, in groups of three bytes. */
const tagGroups = 6;

const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/));
/** The ways to get at the data key: by the passphrase, or by the recovery code. */
const headerSchema = z.strictObject({
  /** Random id of the data key. */
  keyId: base64,
  /**
   * Time of the change of the passphrase or key, in milliseconds since the epoch, and always later than the change
   * before. Of two headers, the later one is in force.
   */
  generation: z.optional(z.number().check(z.int(), z.positive())),
  salt: base64,
  kdf: z.strictObject({ name: z.literal("argon2id"), memory: z.number(), passes: z.number(), lanes: z.number() }),
  /** The data key, encrypted with the key of the passphrase and with that of the recovery code. */
  wraps: z.strictObject({ passphrase: base64, recovery: base64 }),
});
const fileSchema = z.strictObject({
  header: headerSchema,
  revision: z.number().check(z.int(), z.positive()),
  /** In base64, with spaces (`spacedBytes`). */
  content: z.string(),
});

/** The readable part of an encrypted file from which the data key is unlocked. */
export type SealedHeader = z.output<typeof headerSchema>;
/** An encrypted file. */
export type SealedFile = z.output<typeof fileSchema> & { readonly version: number };

/** A data key with the header that unlocks it. */
export interface Vault {
  readonly key: SealingKey;
  readonly header: SealedHeader;
}

/** The secrets of a new vault. */
export interface VaultSecrets {
  readonly passphrase: string;
  readonly recoveryCode: string;
}

/** Reads an encrypted file. Returns undefined for a readable file, and a word for an encrypted one that is refused. */
export function readSealedFile(parsed: unknown): SealedFile | "newer" | "damaged" | undefined {
  const own = isRecord(parsed) ? parsed[member] : undefined;
  if (!isRecord(own) || typeof own.version !== "number" || own.version < wholeVersion) return undefined;
  if (own.version > sealedVersion) return "newer";
  const file = z.safeParse(fileSchema, own.sealed);
  return file.success && isAllowedCost(file.data.header.kdf) ? { ...file.data, version: own.version } : "damaged";
}

/** Whether the content of a file is an index of objects. */
export function hasObjects({ version }: Pick<SealedFile, "version">): boolean {
  return version >= objectsVersion;
}

/** Returns a short text that differs for each encrypted file: its authentication tag. */
export function printOfSealed({ revision, content }: Pick<SealedFile, "revision" | "content">): string {
  // From the bytes: a host can write the same bytes in several ways.
  const bytes = bytesOf(content) ?? new Uint8Array();
  const start = Math.max(0, Math.ceil(bytes.length / 3) - tagGroups) * 3;
  return `${revision} ${base64OfBytes(bytes.slice(start).buffer)}`;
}

/** Returns the generation of a header; 0 if it has none. */
export function generationOf({ generation = 0 }: SealedHeader): number {
  return generation;
}

/** Returns a vault whose header is later than a previous one. */
export function laterVault({ key, header }: Vault, previous: SealedHeader | undefined, now: number): Vault {
  const least = previous ? generationOf(previous) + 1 : 1;
  return { key, header: { ...header, generation: Math.max(Math.floor(now), least) } };
}

/** Encrypts the content of an object of a host, and returns the file. */
export async function sealFile(
  text: string,
  { key, header }: Vault,
  { name, revision }: { readonly name: string; readonly revision: number },
): Promise<{ readonly text: string; readonly print: string }> {
  const at = { name, header, revision, version: sealedVersion };
  const encrypted = await encrypt(key, await padText(text, leastObjectBytes), contentData(at));
  const content = spacedBase64(encrypted);
  const sealed = { header, revision, content };
  return {
    text: JSON.stringify({ [member]: { version: sealedVersion, sealed } }),
    print: printOfSealed(sealed),
  };
}

/** Decrypts a file; undefined if it was altered, moved, or encrypted with another key. */
export async function openSealedFile(
  { header, revision, content, version }: SealedFile,
  key: SealingKey,
  name: string,
): Promise<string | undefined> {
  const bytes = bytesOf(content);
  const padded = bytes && (await decrypt(key, bytes, contentData({ name, header, revision, version })));
  return padded && unpadText(padded);
}

/** Creates a vault with a random data key. */
export async function createVault({ passphrase, recoveryCode }: VaultSecrets): Promise<Vault> {
  const dataKey = randomBytes(keyBytes);
  const keyId = base64OfBytes(randomBytes(keyIdBytes).buffer);
  const recovery = await encrypt(await recoveryKey(recoveryCode, keyId), dataKey, recoveryData(keyId));
  const wraps = { recovery: base64OfBytes(recovery.buffer) };
  return { key: await importKey(dataKey), header: await withPassphrase({ keyId, wraps }, dataKey, passphrase) };
}

/**
 * Unlocks the data key with the passphrase or the recovery code; undefined if it fits neither. A text with a valid
 * checksum is a recovery code.
 */
export async function unlockVault(header: SealedHeader, secret: string): Promise<Vault | undefined> {
  const dataKey = await unwrapKey(header, secret);
  return dataKey && { key: await importKey(dataKey), header };
}

/** Returns the vault of a data key that an invitation contains. */
export async function vaultOf(header: SealedHeader, dataKey: Bytes): Promise<Vault> {
  return { key: await importKey(dataKey), header };
}

/** Changes the passphrase; undefined if `current` does not unlock the data key. That key and its recovery code remain. */
export async function changePassphrase(
  header: SealedHeader,
  { current, passphrase }: { readonly current: string; readonly passphrase: string },
): Promise<Vault | undefined> {
  const dataKey = await unwrapKey(header, current);
  return dataKey && { key: await importKey(dataKey), header: await withPassphrase(header, dataKey, passphrase) };
}

/** The parts of a header that do not depend on the passphrase. */
interface HeaderBase {
  readonly keyId: string;
  readonly wraps: Pick<SealedHeader["wraps"], "recovery">;
}

async function withPassphrase({ keyId, wraps }: HeaderBase, dataKey: Bytes, passphrase: string): Promise<SealedHeader> {
  const saltOfPassphrase = randomBytes(saltBytes);
  const { memory, passes, lanes } = kdfCost;
  const base = {
    keyId,
    salt: base64OfBytes(saltOfPassphrase.buffer),
    kdf: { name: "argon2id" as const, memory, passes, lanes },
  };
  const key = await importKey(await keyOfPassphrase(passphrase, saltOfPassphrase, kdfCost));
  const wrapped = await encrypt(key, dataKey, passphraseData(base));
  return { ...base, wraps: { passphrase: base64OfBytes(wrapped.buffer), recovery: wraps.recovery } };
}

/**
 * Returns the bytes of the data key, for an invitation of another device; undefined if the secret is neither the
 * passphrase nor the recovery code.
 */
export async function unwrapKey(header: SealedHeader, secret: string): Promise<Bytes | undefined> {
  const code = readRecoveryCode(secret);
  if (code !== undefined)
    return unwrap(header.wraps.recovery, await recoveryKey(code, header.keyId), recoveryData(header.keyId));
  const salt = bytesOf(header.salt);
  if (salt?.length !== saltBytes || secret === "") return undefined;
  const key = await importKey(await keyOfPassphrase(secret, salt, header.kdf));
  return unwrap(header.wraps.passphrase, key, passphraseData(header));
}

async function unwrap(wrapped: string, key: SealingKey, associated: Bytes): Promise<Bytes | undefined> {
  const bytes = bytesOf(wrapped);
  const dataKey = bytes && (await decrypt(key, bytes, associated));
  return dataKey?.length === keyBytes ? dataKey : undefined;
}

/** Returns the key of a recovery code, salted with the id of the data key. */
async function recoveryKey(code: string, keyId: string): Promise<SealingKey> {
  return importKey(keyOfRecoveryCode(code, bytesOf(keyId) ?? new Uint8Array()));
}

/** Returns the associated data of the content: everything readable of the file, and the name of its object. */
function contentData({ name, header, revision, version }: ContentPlace): Bytes {
  return associatedData(["content", name, header, revision], version);
}

interface ContentPlace extends Pick<SealedFile, "header" | "revision" | "version"> {
  readonly name: string;
}

function passphraseData({ keyId, salt, kdf }: Pick<SealedHeader, "keyId" | "salt" | "kdf">): Bytes {
  return associatedData(["passphrase", keyId, salt, kdf]);
}

function recoveryData(keyId: string): Bytes {
  return associatedData(["recovery", keyId]);
}

function associatedData(facts: readonly unknown[], version = keyVersion): Bytes {
  return new TextEncoder().encode(canonicalText(["parley-sync", version, ...facts]));
}

function spacedBase64({ buffer }: Bytes): string {
  const pieces: string[] = [];
  for (let start = 0; start < buffer.byteLength; start += spacedBytes) {
    pieces.push(base64OfBytes(buffer.slice(start, start + spacedBytes)));
  }
  return pieces.join(" ");
}

/** Decodes base64 with or without spaces; undefined if it is invalid. */
function bytesOf(text: string): Bytes | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
