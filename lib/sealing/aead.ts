/** A 256-bit key: non-extractable where WebCrypto exists (secure contexts), otherwise its bytes. */
export type SealingKey = CryptoKey | Uint8Array<ArrayBuffer>;

type Bytes = Uint8Array<ArrayBuffer>;

const algorithm = "AES-GCM";
const nonceBytes = 12;
/** Length of a key, in bytes. */
export const keyBytes = 32;

/** Returns random bytes from the browser's generator. */
export function randomBytes(size: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(size));
}

/** Imports a key, so that its bytes cannot be read again where the browser supports that. */
export async function importKey(bytes: Bytes): Promise<SealingKey> {
  if (!hasWebCrypto()) return bytes;
  return crypto.subtle.importKey("raw", bytes, algorithm, false, ["encrypt", "decrypt"]);
}

/** Encrypts bytes with AES-256-GCM under a random nonce, which precedes the ciphertext. */
export async function encrypt(key: SealingKey, plain: Bytes, associated: Bytes): Promise<Bytes> {
  const nonce = randomBytes(nonceBytes);
  const sealed = new Uint8Array(
    isBytes(key)
      ? (await blockCipher(key, nonce, associated)).encrypt(plain)
      : await crypto.subtle.encrypt({ name: algorithm, iv: nonce, additionalData: associated }, key, plain),
  );
  const joined = new Uint8Array(nonceBytes + sealed.length);
  joined.set(nonce);
  joined.set(sealed, nonceBytes);
  return joined;
}

/** Decrypts bytes; undefined if the key, the associated data or a single bit differs. */
export async function decrypt(key: SealingKey, sealed: Bytes, associated: Bytes): Promise<Bytes | undefined> {
  const nonce = sealed.subarray(0, nonceBytes);
  const rest = sealed.subarray(nonceBytes);
  try {
    return new Uint8Array(
      isBytes(key)
        ? (await blockCipher(key, nonce, associated)).decrypt(rest)
        : await crypto.subtle.decrypt({ name: algorithm, iv: nonce, additionalData: associated }, key, rest),
    );
  } catch {
    return undefined;
  }
}

/** Whether a key is stored as bytes. Bytes that a worker or a database has copied may be of another realm. */
function isBytes(key: SealingKey): key is Bytes {
  return ArrayBuffer.isView(key);
}

function hasWebCrypto(): boolean {
  return globalThis.crypto?.subtle !== undefined;
}

/** Loads AES-GCM in JavaScript: pages without a secure connection have no WebCrypto. */
async function blockCipher(key: Bytes, nonce: Bytes, associated: Bytes) {
  const { gcm } = await import("@noble/ciphers/aes.js");
  return gcm(key, nonce, associated);
}
