import { newRecoveryCode } from "@/lib/sealing/recovery-code";
import type { SealingChange } from "@/store/sync/sync-messages";

/** The secrets of an encrypted location. */
export const passphrase = "correct horse battery";
export const recoveryCode = newRecoveryCode();

/** Encrypts a location, and opens it on another device. */
export const setUp: SealingChange = { kind: "set-up", passphrase, recoveryCode };
export const unlock: SealingChange = { kind: "unlock", secret: passphrase };
