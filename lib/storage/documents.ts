import { AppError } from "@/lib/errors";
import { isRecord, parseJson } from "@/lib/json";
import { type DocumentEntry, migrateDocument } from "@/lib/storage/catalogue";

/** The part of `Storage` that documents need; tests and private windows can replace it. */
export type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export type ReadDocument =
  | { readonly kind: "none" }
  | { readonly kind: "found"; readonly state: unknown }
  /** Not JSON or not an envelope; the text is retained so that it can be set aside. */
  | { readonly kind: "unreadable"; readonly text: string }
  /** Written by a newer version of the product: it is read as far as possible and must not be overwritten. */
  | { readonly kind: "newer"; readonly state: unknown };

/** Reads and migrates a document. Throws `storage-unavailable` if the browser blocks storage. */
export function readDocument(entry: DocumentEntry, storage: KeyValueStorage): ReadDocument {
  return parseDocument(entry, readText(entry.key, storage));
}

/** Parses and migrates the stored text of a document; `null` for a missing text. */
export function parseDocument(entry: DocumentEntry, text: string | null): ReadDocument {
  if (text === null) return { kind: "none" };
  const envelope = parseEnvelope(text);
  if (!envelope) return { kind: "unreadable", text };
  const { state, version } = envelope;
  if (version > entry.version) return { kind: "newer", state };
  return { kind: "found", state: migrateDocument(entry, state, version) };
}

/** Parses the envelope of a stored document from any program, `{ state, version }`; undefined if it is invalid. */
export function parseEnvelope(text: string | null): { readonly version: number; readonly state: unknown } | undefined {
  const envelope = parseJson(text ?? "");
  if (!isRecord(envelope) || !Object.hasOwn(envelope, "state")) return undefined;
  const { state, version } = envelope;
  return { state, version: typeof version === "number" && Number.isFinite(version) ? version : 0 };
}

/** Returns the stored text of a document. */
export function documentText({ version }: Pick<DocumentEntry, "version">, state: unknown): string {
  return JSON.stringify({ state, version });
}

/** End of the texts that this app writes to localStorage. A NextChat that rewrites such a text drops the mark. */
const ownMark = ',"writer":"parley"}';

/** Returns the text of a document for localStorage, where a NextChat uses the same keys. */
export function localDocumentText(entry: Pick<DocumentEntry, "version">, state: unknown): string {
  return documentText(entry, state).slice(0, -1) + ownMark;
}

/** Whether this app has written the text of a document in localStorage; unknown for texts of earlier versions. */
export function isOwnText(text: string): boolean {
  return text.endsWith(ownMark);
}

/** Writes a document. Throws `storage-full` or `storage-unavailable`. */
export function writeDocument(entry: DocumentEntry, storage: KeyValueStorage, state: unknown): void {
  try {
    storage.setItem(entry.key, localDocumentText(entry, state));
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/**
 * Moves an unreadable text to a separate key. If it cannot be stored there, it remains in place. Throws `storage-full`
 * or `storage-unavailable`.
 */
export function setAsideDocument(entry: DocumentEntry, storage: KeyValueStorage, text: string, now: number): void {
  try {
    storage.setItem(setAsideKey(entry, now), text);
    storage.removeItem(entry.key);
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/** Returns the key under which an unreadable text of a document is stored. */
export function setAsideKey({ key }: Pick<DocumentEntry, "key">, now: number): string {
  return `${key}.unreadable-${now}`;
}

/** Converts a storage exception to `storage-full` or `storage-unavailable`. */
export function storageError(thrown: unknown): AppError {
  const isFull = thrown instanceof DOMException && thrown.name === "QuotaExceededError";
  return new AppError(isFull ? "storage-full" : "storage-unavailable", {}, { cause: thrown });
}

function readText(key: string, storage: KeyValueStorage): string | null {
  try {
    return storage.getItem(key);
  } catch (thrown) {
    throw storageError(thrown);
  }
}
