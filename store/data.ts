import type { ChatSession } from "@/lib/chat/session";
import type { BackupData } from "@/lib/export/backup-data";
import type { DocumentState, FormatId, ImportContext, NotUnderstoodReason } from "@/lib/import/imported";
import type { ImportPlan } from "@/lib/import/plan";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { type Backup, type BackupReason, clearBackups, keepBackup, listBackups } from "@/lib/storage/backups";
import type { BlobFacts } from "@/lib/storage/blobs";
import { catalogue, type MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import { removeNextChatDatabase } from "@/lib/storage/nextchat-origin";
import { readPortableDocuments, writePortableDocuments } from "@/lib/storage/portable-documents";
import { builtInProviders } from "@/store/access";
import { dataDoor, openDoor } from "@/store/data-door";
import { journal } from "@/store/journal";
import { useLocale } from "@/store/locale";
import { useSettings } from "@/store/settings";

export type { Backup, ImportPlan };

const { now, newId } = browserEnvironment;

/** How long an imported file may be, in characters. */
const maxImportChars = 500_000_000;

/** Whether the images go along: a copy on this device does without those that lie beside it (decision 0020). */
type ImageChoice = "with-images" | "without-images";

async function collect(images: ImageChoice): Promise<BackupData> {
  await journal.flush();
  const { database } = openDoor();
  const rows = async <T>(collection: Parameters<Database["readRows"]>[0]) => {
    const all: T[] = [];
    for await (const part of database.readRows(collection)) all.push(...(part as T[]));
    return all;
  };
  return {
    exportedAt: now(),
    sessions: await rows<ChatSession>("sessions"),
    messages: await rows<MessageRecord>("messages"),
    tombstones: await rows<{ id: string; deletedAt: number }>("tombstones"),
    documents: readPortableDocuments(localStorage),
    ...(images === "with-images" ? await allImages(database) : noImages),
  };
}

const noImages = { blobIds: [], readBlob: async () => undefined };

async function allImages({ readBlobFacts, readBlob }: Database) {
  return { blobIds: (await readBlobFacts()).map(({ id }) => id), readBlob };
}

/** The two files that everything can be exported as. */
export type ExportKind = "parley" | "nextchat";

/** Makes the file with everything; keys and codes only where they are asked for. Throws AppError. */
export async function exportAll(
  kind: ExportKind,
  withCredentials: boolean,
  images: ImageChoice = "with-images",
): Promise<Blob> {
  const data = await collect(images);
  const { parleyBackup } = await import("@/lib/export/parley-backup");
  const { nextChatBackup } = await import("@/lib/export/nextchat-backup");
  const pieces = (kind === "parley" ? parleyBackup : nextChatBackup)(data, { withCredentials });
  return new Blob(await inBlocks(pieces), { type: "application/json" });
}

/** How many characters are written before the page gets its turn. */
const blockChars = 1_000_000;

/** Joins pieces to blocks: a Blob of a hundred thousand parts is slow, and blocks need not stay in memory. */
async function inBlocks(pieces: AsyncIterable<Blob | string>): Promise<Blob[]> {
  const blocks: Blob[] = [];
  let block = "";
  for await (const piece of pieces) {
    if (typeof piece !== "string") blocks.push(new Blob([block]), piece);
    block = typeof piece === "string" ? block + piece : "";
    if (block.length < blockChars) continue;
    blocks.push(new Blob([block]));
    block = "";
    await browserEnvironment.delay(0);
  }
  return [...blocks, new Blob([block])];
}

/** Answers a copy of this device as a file that is complete elsewhere, too: with the images of this device. */
export async function completeBackup({ file }: Backup): Promise<Blob> {
  const { withImages } = await import("@/lib/export/parley-backup");
  return new Blob(await inBlocks(withImages(file, await allImages(openDoor().database))), { type: "application/json" });
}

/** Names a file by the moment it stands for; nothing in it that a file system refuses. */
export function backupName(kind: ExportKind, at = now()): string {
  const moment = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
  return `${kind === "parley" ? brand.name : "Backup"}-${moment}.json`;
}

/** Lists the copies that this device keeps, the newest first. */
export function listDeviceBackups(): Promise<Backup[]> {
  return listBackups();
}

/** Keeps a copy of everything on this device, keys included, before something is done that cannot be undone. */
export async function takeBackup(reason: BackupReason): Promise<void> {
  await keepBackup({ id: newId(), at: now(), reason, file: await exportAll("parley", true, "without-images") });
}

/** What would come of an import, and what would be written. */
export type ImportPreview =
  | {
      readonly ok: true;
      readonly format: FormatId;
      readonly plan: ImportPlan;
      /** The settings, credentials, masks and prompts of the file, by storage key. */
      readonly documents: Readonly<Record<string, DocumentState>>;
    }
  | { readonly ok: false; readonly reason: NotUnderstoodReason };

/** Reads a file and says what it would bring; nothing is changed. */
export async function previewImport(file: Blob): Promise<ImportPreview> {
  if (file.size > maxImportChars) return { ok: false, reason: "too-long" };
  const [{ readImport }, { planImport }, context] = await Promise.all([
    import("@/lib/import/formats"),
    import("@/lib/import/plan"),
    importContext(),
  ]);
  const read = readImport(await file.text(), { maxChars: maxImportChars }, context);
  if (!read.ok) return read;
  const { sessions, messages } = await openDoor().database.readIds();
  const plan = planImport(read.imported, { sessionIds: new Set(sessions), messageIds: new Set(messages) });
  return { ok: true, format: read.imported.format, plan, documents: read.imported.documents };
}

/** True while nobody has changed a setting or entered a key here: then a file's may come without a question. */
export function hasNoSettings(): boolean {
  const { [catalogue.config.key]: config, [catalogue.access.key]: access } = readPortableDocuments(localStorage);
  return config === undefined && access === undefined;
}

/** Answers what readers of files must know. */
export async function importContext(): Promise<ImportContext> {
  const { tagsOf } = await import("@/lib/models/traits");
  return {
    now: now(),
    lang: useLocale.getState().code,
    modelConfig: useSettings.getState().modelConfig,
    providers: builtInProviders,
    thinks: (model) => tagsOf(model).includes("reasoning"),
    zoneMinutes: -new Date().getTimezoneOffset(),
  };
}

/**
 * Writes what an import brings, after a copy of everything was kept: the chats in one transaction, then the documents
 * where they are wanted. Throws AppError.
 */
export async function applyImport(
  { plan, documents }: Extract<ImportPreview, { ok: true }>,
  withDocuments: boolean,
): Promise<void> {
  await takeBackup("import");
  const { database, otherTabs } = openDoor();
  await writeChats(database, plan);
  if (withDocuments) await writeDocuments(documents);
  const { newSessions, newMessages, grownChats } = plan;
  otherTabs.tellChanged({
    sessions: [...newSessions.map(({ id }) => id), ...grownChats.map(({ sessionId }) => sessionId)],
    messages: newMessages.map(({ id, sessionId }) => ({ id, sessionId })),
    removed: [],
  });
}

async function writeChats(database: Database, { newSessions, newMessages, grownChats }: ImportPlan): Promise<void> {
  const grownIds = grownChats.map(({ sessionId }) => sessionId);
  const { sessions } = await database.readSome({ sessions: grownIds, messages: [] });
  const gains = new Map(grownChats.map((gain) => [gain.sessionId, gain]));
  const patchSessions = sessions.flatMap(({ id, messageCount, lastUpdate }) => {
    const gain = gains.get(id);
    if (!gain) return [];
    return [{ id, messageCount: messageCount + gain.shownCount, lastUpdate: Math.max(lastUpdate, gain.lastUpdate) }];
  });
  await database.putAll({ sessions: newSessions, messages: newMessages, patchSessions });
}

async function writeDocuments(found: Readonly<Record<string, DocumentState>>): Promise<void> {
  const { mergeDocument } = await import("@/lib/import/merge-documents");
  const here = readPortableDocuments(localStorage);
  const merged = Object.entries(found).map(([key, state]) => [key, mergeDocument(key, here[key]?.state, state)]);
  writePortableDocuments(localStorage, Object.fromEntries(merged));
}

/** What is stored here, and how much room there is, in bytes; numbers that the browser does not tell are absent. */
export interface StorageUse {
  readonly sessions: number;
  readonly messages: number;
  readonly used?: number;
  readonly room?: number;
  readonly images: readonly BlobFacts[];
  /** What the copies on this device take. */
  readonly copies: number;
  /** True: the browser has promised not to clear it when room gets short. */
  readonly isKept: boolean;
}

/** Above this share of the room that the browser gives, a warning comes. */
const nearlyFullShare = 0.9;

/** Tells whether there is little room left, as far as the browser says. */
export function isNearlyFull({ used, room }: Pick<StorageUse, "used" | "room">): boolean {
  return used !== undefined && room !== undefined && used > nearlyFullShare * room;
}

/** Measures what is stored. */
export async function measureStorage(): Promise<StorageUse> {
  const counts = (await dataDoor()?.database.count()) ?? { sessions: 0, messages: 0 };
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  const isKept = (await navigator.storage?.persisted?.()) ?? false;
  const images = (await dataDoor()?.database.readBlobFacts()) ?? [];
  const copies = (await listBackups()).reduce((sum, { file }) => sum + file.size, 0);
  return {
    ...counts,
    images,
    copies,
    isKept,
    ...(usage === undefined ? {} : { used: usage }),
    ...(quota === undefined ? {} : { room: quota }),
  };
}

/** Removes images from this device; the messages that show them stay. Throws AppError. */
export async function freeImages(images: readonly Pick<BlobFacts, "id">[]): Promise<void> {
  await openDoor().database.deleteBlobs(images.map(({ id }) => id));
}

/** Asks the browser to keep what is stored when room gets short. */
export async function askToKeep(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}

/**
 * Clears everything on this device: chats, settings, keys, copies, caches, and what a NextChat has left here. The
 * language stays. Throws AppError where the chats could not be cleared; then nothing else is cleared either.
 */
export async function clearAllData(): Promise<void> {
  journal.discard();
  await dataDoor()?.database.clear();
  await clearBackups();
  await removeNextChatDatabase();
  const language = localStorage.getItem("lang");
  localStorage.clear();
  sessionStorage.clear();
  if (language !== null) localStorage.setItem("lang", language);
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.map((name) => caches.delete(name)));
  dataDoor()?.otherTabs.tellCleared();
}
