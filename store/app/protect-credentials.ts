import { AppError } from "@/lib/errors";
import { desktop } from "@/lib/platform/desktop";
import { credentialKeys } from "@/lib/storage/catalogue";
import { localKeys } from "@/lib/storage/local-keys";
import { createTextSeal, sealedStorage } from "@/lib/storage/sealed-texts";
import { setPageSeal } from "@/store/base/page-seal";
import { pageStorage, setStorageLayer } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";

/** The protection of credentials in the desktop app. */
export type CredentialProtection =
  /** Encrypted with a key of the system's keychain. */
  | { readonly kind: "keychain" }
  /** Without a keychain: not at all, or in plain text if the user has chosen that. The reason is the system's. */
  | { readonly kind: "none" | "plain"; readonly reason: string };

let protection: CredentialProtection | undefined;

/** Returns the protection of credentials; undefined in a browser. */
export function credentialProtection(): CredentialProtection | undefined {
  return protection;
}

/** Encrypts stored credentials from now on. Without a keychain they are not stored, unless the user has chosen that. */
export async function protectCredentials(): Promise<void> {
  const shell = await desktop();
  if (!shell) return;
  const keychain = await shell.keychain();
  const storage = pageStorage();
  if (keychain.state === "open") protection = { kind: "keychain" };
  else protection = { kind: storage.getItem(localKeys.plainKeys) === null ? "none" : "plain", reason: keychain.reason };
  const key = keychain.state === "open" ? bytesOfBase64(keychain.key) : undefined;
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const seal = createTextSeal({ key, isPlain: protection.kind === "plain", random });
  setPageSeal(seal);
  setStorageLayer((inner) => sealedStorage(inner, seal, mayHoldCredentials));
  if (protection.kind === "none") report(new AppError("keychain-closed"));
  if (!key) return;
  storage.removeItem(localKeys.plainKeys);
  encryptStored();
}

/** Stores credentials in plain text from the next start on, or not at all. */
export function storePlainCredentials(isWanted: boolean): void {
  const storage = pageStorage();
  if (isWanted) storage.setItem(localKeys.plainKeys, "1");
  else storage.removeItem(localKeys.plainKeys);
}

/** Whether a text in localStorage may contain credentials: a document, or what a closed tab has left of one. */
function mayHoldCredentials(key: string): boolean {
  return credentialKeys.some(
    (name) => key === name || key === localKeys.unwrittenDocument + name || key.startsWith(`${name}.`),
  );
}

/** Encrypts what was stored in plain text while there was no keychain. */
function encryptStored(): void {
  const storage = pageStorage();
  for (const key of Array.from({ length: storage.length }, (_, place) => storage.key(place) ?? "")) {
    const text = mayHoldCredentials(key) ? storage.getItem(key) : null;
    if (text !== null) storage.setItem(key, text);
  }
}

function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
