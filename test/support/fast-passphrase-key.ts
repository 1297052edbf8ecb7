import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";

const { isAllowedCost, kdfCost } = jest.requireActual("@/lib/sealing/passphrase-key");

/** Stands for Argon2id in tests that derive many keys. */
async function keyOfPassphrase(passphrase: string, salt: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(sha256(concatBytes(utf8ToBytes(passphrase), salt)));
}

module.exports = { isAllowedCost, kdfCost, keyOfPassphrase };
