import type { ChatSession } from "@/lib/chat/session";
import { sessionSchema } from "@/lib/chat/session-schema";
import type { DocumentState, Format, Imported, NotUnderstood } from "@/lib/import/imported";
import { without } from "@/lib/import/nextchat/nextchat-step";
import { isRecord, type JsonRecord, listOf, recordOf } from "@/lib/json";
import { readWrittenBlob, type StoredBlob } from "@/lib/storage/blobs";
import { catalogue, type DocumentEntry, type MessageRecord, migrateDocument } from "@/lib/storage/catalogue";
import { messageRecordSchema } from "@/lib/storage/record-schemas";
import * as z from "@/lib/zod";

/** The newest version of our backups that can be read; `lib/export/parley-backup.ts` writes it. */
const newestVersion = 1;

/** Format of our own backups (docs/backup-format.md). Records are restored unchanged. */
export const parley: Format = {
  id: "parley",
  detects: (top) => isRecord(top) && top.$format === "parley",
  read: readBackup,
};

const versionSchema = z.number().check(z.gte(1));
const tombstoneSchema = z.object({ id: z.string().check(z.minLength(1)), deletedAt: z.number() });

function readBackup(value: unknown): Imported {
  const file = recordOf(value);
  const refusal = refusalOf(file.$version);
  if (refusal) return { format: "parley", chats: [], documents: {}, notUnderstood: [refusal] };
  const sessions = readList(file, "sessions", sessionSchema);
  const messages = readList(file, "messages", messageRecordSchema);
  const tombstones = readList(file, "tombstones", tombstoneSchema);
  const blobs = readBlobs(listOf(file.blobs));
  const documents = readDocuments(recordOf(file.documents));
  const { chats, homeless } = chatsOf(sessions.records, messages.records);
  return {
    format: "parley",
    chats,
    documents: documents.states,
    tombstones: tombstones.records,
    ...(blobs.records.length > 0 ? { blobs: blobs.records } : {}),
    notUnderstood: [
      ...sessions.notUnderstood,
      ...messages.notUnderstood,
      ...homeless,
      ...tombstones.notUnderstood,
      ...blobs.notUnderstood,
      ...documents.notUnderstood,
    ],
  };
}

/**
 * Returns the refusal of an unsupported version. In a newer file, the same names may have other meanings, so the whole
 * file is refused.
 */
function refusalOf(version: unknown): NotUnderstood | undefined {
  if (!z.validate(versionSchema, version)) return { where: "$version", reason: "wrong-shape" };
  return version > newestVersion ? { where: "$version", reason: "newer-version" } : undefined;
}

function readList<T>(
  file: JsonRecord,
  name: string,
  schema: z.ZodMiniType<T>,
): { records: T[]; notUnderstood: NotUnderstood[] } {
  const records: T[] = [];
  const notUnderstood: NotUnderstood[] = [];
  if (file[name] !== undefined && !Array.isArray(file[name]))
    notUnderstood.push({ where: name, reason: "wrong-shape" });
  for (const [place, stored] of listOf(file[name]).entries()) {
    const read = z.safeParse(schema, stored);
    if (read.success) records.push(inOrderOf(stored, read.data));
    else notUnderstood.push({ where: `${name}[${place}]`, reason: "wrong-shape" });
  }
  return { records, notUnderstood };
}

/**
 * Restores the written order of the fields, so that an intact record is restored byte for byte. Values without a schema
 * are still the same object and are not traversed.
 */
function inOrderOf<T>(stored: unknown, read: T): T {
  if (Object.is(stored, read) || !isRecord(read) || !isRecord(stored)) return listInOrderOf(stored, read);
  const names = Object.keys(stored).filter((name) => Object.hasOwn(read, name));
  const ordered = names.map((name) => [name, inOrderOf(stored[name], read[name])] as const);
  return { ...Object.fromEntries(ordered), ...without(read, ...names) } as T;
}

function listInOrderOf<T>(stored: unknown, read: T): T {
  if (Object.is(stored, read) || !Array.isArray(read) || !Array.isArray(stored)) return read;
  return read.map((each, place) => inOrderOf(stored[place], each)) as T;
}

function readBlobs(list: readonly unknown[]): { records: StoredBlob[]; notUnderstood: NotUnderstood[] } {
  const read = list.map(readWrittenBlob);
  return {
    records: read.filter((blob) => blob !== undefined),
    notUnderstood: read.flatMap((blob, place) => (blob ? [] : [{ where: `blobs[${place}]`, reason: "wrong-shape" }])),
  };
}

/** Assigns messages to their chats, in the order of the file. Of two records with the same id, the first one counts. */
function chatsOf(sessions: readonly ChatSession[], messages: readonly MessageRecord[]) {
  const messagesById = new Map<string, MessageRecord[]>();
  const homeless: NotUnderstood[] = [];
  const messageIds = new Set<string>();
  const heads = new Map<string, ChatSession>();
  for (const session of sessions) {
    if (heads.has(session.id)) continue;
    heads.set(session.id, session);
    messagesById.set(session.id, []);
  }
  for (const message of messages) {
    const chat = messagesById.get(message.sessionId);
    if (!chat) homeless.push({ where: message.id, reason: "no-chat" });
    else if (!messageIds.has(message.id)) chat.push(message);
    messageIds.add(message.id);
  }
  const chats = [...heads.values()].map((session) => ({ session, messages: messagesById.get(session.id) ?? [] }));
  return { chats, homeless };
}

const documentEntries: readonly DocumentEntry[] = Object.values(catalogue).filter(
  (entry) => entry.shape === "document",
);

/** Migrates documents from the version that wrote them. */
function readDocuments(stored: JsonRecord): {
  states: Record<string, DocumentState>;
  notUnderstood: NotUnderstood[];
} {
  const notUnderstood: NotUnderstood[] = [];
  const states = Object.entries(stored).flatMap(([key, envelope]): [string, DocumentState][] => {
    const { version, state } = recordOf(envelope);
    const where = `documents.${key}`;
    const entry = documentEntries.find((each) => each.key === key);
    if (!z.validate(z.number(), version) || !isRecord(state)) {
      notUnderstood.push({ where, reason: "wrong-shape" });
      return [];
    }
    if (entry && version > entry.version) {
      notUnderstood.push({ where, reason: "newer-version" });
      return [];
    }
    const migrated = entry ? migrateDocument(entry, state, version) : state;
    return isRecord(migrated) ? [[key, migrated]] : [];
  });
  return { states: Object.fromEntries(states), notUnderstood };
}
