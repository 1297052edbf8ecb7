import type { ChatDocument } from "@/lib/chat/citation";
import { storedImageId, storedImageUrl } from "@/lib/chat/message";
import { isRecord, listOf, parseJson } from "@/lib/json";

/** A document of a mask. */
export interface KnownDocument {
  /** The SHA-256 of its text, by which it is stored. */
  readonly id: string;
  readonly name: string;
  readonly pages: number;
  readonly tokens: number;
  /** Length of its text, in characters. */
  readonly chars: number;
  /** The SHA-256 of its original PDF file, by which it is stored; absent if only the text is stored. */
  readonly file?: string;
}

/** The media type of the blob of a list. */
export const knowledgeType = "application/vnd.parley.documents+json";

/**
 * Limits of a mask's documents. The index of this many tokens takes up to 390 MB, in all languages; it is about 200 MB of
 * English text.
 */
export const knowledgeLimits = { documents: 2_000, tokens: 50_000_000 } as const;

/** Maximum length of a document's name, in characters. */
const maxNameChars = 300;

/** Returns the id of the stored list of a mask's documents; undefined for other text. */
export function knowledgeId(knowledge: string | undefined): string | undefined {
  const id = knowledge === undefined ? undefined : storedImageId(knowledge);
  return id !== undefined && isHash(id) ? id : undefined;
}

/** Returns the reference to a stored list, as masks contain it. */
export function knowledgeReference(id: string): string {
  return storedImageUrl(id);
}

/** Writes a list of documents as text. */
export function writeKnowledge(documents: readonly KnownDocument[]): string {
  return JSON.stringify(
    documents.map(({ id, name, pages, tokens, chars, file }) => ({ id, name, pages, tokens, chars, file })),
  );
}

/** Reads a list of documents. Invalid entries are dropped. */
export function readKnowledge(text: string): KnownDocument[] {
  return listOf(parseJson(text)).slice(0, knowledgeLimits.documents).flatMap(readDocument);
}

function readDocument(stored: unknown): KnownDocument[] {
  if (!isRecord(stored)) return [];
  const { id, name, pages, tokens, chars, file } = stored;
  if (typeof id !== "string" || !isHash(id) || typeof name !== "string") return [];
  if (!isCount(pages) || !isCount(tokens) || !isCount(chars)) return [];
  const original = typeof file === "string" && isHash(file) ? { file } : {};
  return [{ id, name: name.slice(0, maxNameChars), pages, tokens, chars, ...original }];
}

/** Returns the ids of the texts and originals of a stored list. */
export function blobIdsOfKnowledge(list: string): string[] {
  return readKnowledge(list).flatMap(({ id, file }) => (file === undefined ? [id] : [id, file]));
}

function isHash(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/**
 * Adds documents to a list up to the limits. A text that is already in it is not added again, but gets the new name.
 *
 * @returns the list, and the names of documents that had no place
 */
export function addKnowledge(
  documents: readonly KnownDocument[],
  added: readonly KnownDocument[],
): { readonly documents: readonly KnownDocument[]; readonly rejected: readonly string[] } {
  const byId = new Map(documents.map((document) => [document.id, document]));
  const rejected: string[] = [];
  let tokens = documents.reduce((sum, document) => sum + document.tokens, 0);
  for (const document of added) {
    const isNew = !byId.has(document.id);
    const isFull = byId.size >= knowledgeLimits.documents || tokens + document.tokens > knowledgeLimits.tokens;
    if (isNew && isFull) rejected.push(document.name);
    else byId.set(document.id, document);
    if (isNew && !isFull) tokens += document.tokens;
  }
  return { documents: [...byId.values()], rejected };
}

/** Returns a document of a mask as one of a chat. Its passages are sent. */
export function asChatDocument({ id, name, pages, tokens, file }: KnownDocument): ChatDocument {
  return { name, document: { id, pages, tokens, sent: "passages", ...(file !== undefined && { file }) } };
}
