import { utf8ToBytes } from "@noble/hashes/utils.js";
import { keyBytes } from "@/lib/sealing/aead";

/** Cost of Argon2id (RFC 9106), stored beside the encrypted file. */
export interface KdfCost {
  /** In KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

/** The cost of new passphrases: 64 MiB and three passes, the second recommendation of RFC 9106. */
export const kdfCost: KdfCost = { memory: 65_536, passes: 3, lanes: 1 };

/** Upper bounds, so that a host cannot make a device run out of memory or time: at most about five times `kdfCost`. */
const maxCost: KdfCost = { memory: 262_144, passes: 4, lanes: 1 };

/** Whether a stored cost is within bounds. No version has written a lower one than `kdfCost`. */
export function isAllowedCost({ memory, passes, lanes }: KdfCost): boolean {
  if (![memory, passes, lanes].every(Number.isInteger)) return false;
  if (memory < kdfCost.memory || passes < kdfCost.passes || lanes < kdfCost.lanes) return false;
  return memory <= maxCost.memory && passes <= maxCost.passes && lanes <= maxCost.lanes;
}

/** Derives the key of a passphrase with Argon2id. Different ways to type the same letters are one passphrase. */
export async function keyOfPassphrase(
  passphrase: string,
  salt: Uint8Array,
  cost: KdfCost,
): Promise<Uint8Array<ArrayBuffer>> {
  const password = utf8ToBytes(passphrase.normalize("NFKC"));
  const { memory, passes, lanes } = cost;
  if (typeof WebAssembly === "undefined") {
    // Lockdown modes of browsers turn WebAssembly off. JavaScript takes four times as long.
    const { argon2idAsync } = await import("@noble/hashes/argon2.js");
    return new Uint8Array(await argon2idAsync(password, salt, { m: memory, t: passes, p: lanes, dkLen: keyBytes }));
  }
  const { argon2id } = await import("hash-wasm");
  const cost32 = { memorySize: memory, iterations: passes, parallelism: lanes, hashLength: keyBytes };
  return new Uint8Array(await argon2id({ password, salt, ...cost32, outputType: "binary" }));
}
