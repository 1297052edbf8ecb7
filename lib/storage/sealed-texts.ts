import { xchacha20poly1305 } from "@noble/ciphers/chacha.js";
import { isRecord, parseJson } from "@/lib/json";
import { isCredential } from "@/lib/settings/without-credentials";
import type { DocumentTexts, TextChanges } from "@/lib/storage/document-texts";
import type { ListableStorage } from "@/lib/storage/unsaved-changes";

/** Beginning of an encrypted value: a name, and the version of the format. Nonce and content follow as base64. */
const prefix = "sealed:1:";
const nonceBytes = 24;

/** Encrypts the credentials in stored texts, so that no file on this device contains them in plain text. */
export interface TextSeal {
  /**
   * Returns a text to store. A credential that could not be decrypted is retained from the text that is stored, unless
   * a new value replaces it. Without a key, new credentials are left out.
   */
  seal(text: string, stored: string | null): string;
  /** Returns a stored text with its credentials; those that cannot be decrypted are empty. */
  open(text: string): string;
}

/** Options of a seal. */
interface SealOptions {
  /** The key of 32 bytes; absent without a keychain. */
  readonly key?: Uint8Array | undefined;
  /** Whether credentials are stored in plain text without a key. */
  readonly isPlain?: boolean;
  /** Returns random bytes. */
  readonly random: (count: number) => Uint8Array;
}

/** Creates the encryption of stored texts. Each value is bound to the name of its field. */
export function createTextSeal({ key, isPlain = false, random }: SealOptions): TextSeal {
  function encrypt(name: string, value: string): string {
    if (!key) return isPlain ? value : "";
    const nonce = random(nonceBytes);
    const content = xchacha20poly1305(key, nonce, bytesOf(name)).encrypt(bytesOf(value));
    return prefix + base64Of(new Uint8Array([...nonce, ...content]));
  }

  /** Returns a value of a stored text; undefined if it cannot be decrypted. */
  function decrypt(name: string, value: string): string | undefined {
    if (!value.startsWith(prefix)) return value;
    if (!key) return undefined;
    try {
      const bytes = bytesOfBase64(value.slice(prefix.length));
      const cipher = xchacha20poly1305(key, bytes.subarray(0, nonceBytes), bytesOf(name));
      return new TextDecoder().decode(cipher.decrypt(bytes.subarray(nonceBytes)));
    } catch {
      return undefined;
    }
  }

  function sealed(name: string, value: string, stored: unknown): string {
    const former = typeof stored === "string" && stored.startsWith(prefix) ? stored : undefined;
    const opened = former && decrypt(name, former);
    if (value === "") return former && opened === undefined ? former : "";
    return former && opened === value ? former : encrypt(name, value);
  }

  function sealTree(value: unknown, stored: unknown, name = ""): unknown {
    if (typeof value === "string") return isCredential(name, value) ? sealed(name, value, stored) : value;
    if (Array.isArray(value)) {
      const former = Array.isArray(stored) ? stored : [];
      return value.map((each, place) => sealTree(each, former[place]));
    }
    if (!isRecord(value)) return value;
    const former = isRecord(stored) ? stored : {};
    const result = Object.entries(value).map(([field, inner]) => [field, sealTree(inner, former[field], field)]);
    return Object.fromEntries([...retained(value, former), ...result]);
  }

  /** Returns the credentials that are stored, cannot be decrypted, and are missing in a new value. */
  function retained(value: Readonly<Record<string, unknown>>, former: Readonly<Record<string, unknown>>) {
    return Object.entries(former).filter(
      ([field, inner]) =>
        !Object.hasOwn(value, field) &&
        typeof inner === "string" &&
        inner.startsWith(prefix) &&
        decrypt(field, inner) === undefined,
    );
  }

  function openTree(value: unknown, name = ""): unknown {
    if (typeof value === "string") return decrypt(name, value) ?? "";
    if (Array.isArray(value)) return value.map((each) => openTree(each));
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, openTree(inner, field)]));
  }

  return {
    seal(text, stored) {
      const value = parseJson(text);
      return isRecord(value) ? JSON.stringify(sealTree(value, parseJson(stored ?? ""))) : text;
    },
    open: (text) => (text.includes(prefix) ? JSON.stringify(openTree(parseJson(text))) : text),
  };
}

/** Returns a storage whose documents with credentials are encrypted by `seal`. */
export function sealedStorage(storage: ListableStorage, seal: TextSeal, hasCredentials: (key: string) => boolean) {
  return {
    get length() {
      return storage.length;
    },
    key: (index: number) => storage.key(index),
    getItem(key: string) {
      const text = storage.getItem(key);
      return text !== null && hasCredentials(key) ? seal.open(text) : text;
    },
    setItem(key: string, text: string) {
      storage.setItem(key, hasCredentials(key) ? seal.seal(text, storage.getItem(key)) : text);
    },
    removeItem: (key: string) => storage.removeItem(key),
  } satisfies ListableStorage;
}

/** The part of a database that stores texts. */
interface TextDatabase {
  readTexts(keys: readonly string[]): Promise<DocumentTexts>;
  updateTexts(keys: readonly string[], change: (texts: DocumentTexts) => TextChanges): Promise<void>;
}

/** Returns a database whose texts with credentials, which have the given keys, are encrypted by `seal`. */
export function sealedTexts(database: TextDatabase, seal: TextSeal, keys: readonly string[]): TextDatabase {
  const opened = (texts: DocumentTexts) =>
    mapTexts(texts, (key, text) => (keys.includes(key) ? seal.open(text) : text));
  return {
    readTexts: async (wanted) => opened(await database.readTexts(wanted)),
    updateTexts: (wanted, change) =>
      database.updateTexts([...new Set([...wanted, ...keys])], (stored) => {
        const given = Object.fromEntries(Object.entries(stored).filter(([key]) => wanted.includes(key)));
        const changes = Object.entries(change(opened(given)));
        return Object.fromEntries(
          changes.map(([key, text]) =>
            text !== null && keys.includes(key) ? [key, seal.seal(text, stored[key] ?? null)] : [key, text],
          ),
        );
      }),
  };
}

function mapTexts(texts: DocumentTexts, map: (key: string, text: string) => string): DocumentTexts {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => (text === undefined ? [] : [[key, map(key, text)]])),
  );
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function bytesOfBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
