import { isDocumentId } from "@/lib/chat/documents-in";
import { AppError } from "@/lib/errors";
import { brand } from "@/lib/platform/brand";
import { type Backup, type BackupReason, listBackups, maxBackups } from "@/lib/storage/backups";
import type { BlobFacts } from "@/lib/storage/blobs";
import { readPortableDocuments } from "@/lib/storage/portable-documents";
import { useLocale } from "@/store/base/locale";
import { pageStorage } from "@/store/base/page-storage";
import { runInWorker } from "@/store/base/run-in-worker";
import { chatsInMemory } from "@/store/chats/whole-chats";
import { endClearing } from "@/store/data/clearing";
import type { CopyOrder } from "@/store/data/copy-order";
import type { ImportWorld } from "@/store/data/import-context";
import { type ExportKind, type WholeBackupOptions, wholeBackup, withAllImages } from "@/store/data/whole-backup";
import { documentPlaces } from "@/store/records/document-places";
import { tabContext } from "@/store/records/records";
import { noRecords, withUnwritten } from "@/store/records/unwritten-records";
import { useSettings } from "@/store/settings/settings";

export type { Backup, ExportKind };

/** Exports all data, including what could not be stored. Throws AppError. */
export async function exportAll(
  kind: ExportKind,
  withCredentials: boolean,
  chosen: Pick<WholeBackupOptions, "withProjectNames" | "withProjectInstructions" | "withProjectSettings"> = {},
  { env, records: { database, journal } } = tabContext,
): Promise<Blob> {
  await journal.flush();
  const source = database
    ? withUnwritten(database, journal.unwritten())
    : withUnwritten(noRecords, chatsInMemory(journal));
  const options = { ...chosen, kind, withCredentials, images: "with-images" } as const;
  return wholeBackup(source, await readPortableDocuments(documentPlaces()), options, env);
}

/** Returns a backup of this device with the images of this device, so that it is complete elsewhere. */
export function completeBackup({ file }: Backup, { env, records } = tabContext): Promise<Blob> {
  return withAllImages(file, records.requireDatabase(), env);
}

/** Returns a file name with the time of the backup, without characters that file systems reject. */
export function backupName(kind: ExportKind, at = tabContext.env.now()): string {
  const moment = new Date(at).toISOString().slice(0, 19).replaceAll(":", "-");
  return `${kind === "parley" ? brand.name : "Backup"}-${moment}.json`;
}

/** Returns the backups on this device, the newest first. */
export function listDeviceBackups(): Promise<Backup[]> {
  return listBackups();
}

/** Backs up all data on this device, keys included. Call it before an action that cannot be undone. */
export async function takeBackup(reason: BackupReason, { records } = tabContext): Promise<void> {
  await records.journal.flush();
  const worker = new Worker(new URL("./copy-worker.ts", import.meta.url), { type: "module" });
  const documents = await readPortableDocuments(documentPlaces());
  await runInWorker<CopyOrder, void>(worker, { reason, documents });
}

/** Returns the values of this tab that imports need. */
export function importWorld({ env } = tabContext): ImportWorld {
  return {
    now: env.now(),
    lang: useLocale.getState().code,
    modelConfig: useSettings.getState().modelConfig,
    zoneMinutes: -new Date().getTimezoneOffset(),
  };
}

/** The storage in use and its maximum, in bytes. Numbers that the browser does not report are absent. */
export interface StorageUse {
  readonly sessions: number;
  readonly messages: number;
  readonly used?: number;
  readonly room?: number;
  /** Images and sounds. */
  readonly images: readonly BlobFacts[];
  /** The texts of attached documents. */
  readonly documents: readonly BlobFacts[];
  /** The size of the vectors of passages. */
  readonly vectors: number;
  /** The size of the backups on this device. */
  readonly copies: number;
  /** The size of the largest backup, without NextChat's data. */
  readonly largestCopy: number;
  /** Whether the browser has agreed not to clear the data when the disk is full. */
  readonly isKept: boolean;
}

/** Share of the quota above which a warning is shown. */
const nearlyFullShare = 0.9;

/** Whether the quota is nearly used up. False if the browser does not report it. */
export function isNearlyFull({ used, room }: Pick<StorageUse, "used" | "room">): boolean {
  return used !== undefined && room !== undefined && used > nearlyFullShare * room;
}

/** Maximum share of the quota for data and backups. */
const copiedShare = 0.8;

/**
 * Whether the quota has room for automatic backups. A backup is as large as the chats, or as the largest backup so far,
 * because databases compress. True if the browser does not report the quota.
 */
export function hasRoomForCopies(
  use: Pick<StorageUse, "used" | "room" | "images" | "documents" | "vectors" | "copies" | "largestCopy">,
): boolean {
  const { used, room, images, documents, vectors, copies, largestCopy } = use;
  if (used === undefined || room === undefined) return true;
  const inBlobs = [...images, ...documents].reduce((sum, { size }) => sum + size, vectors);
  const inChats = Math.max(0, used - copies - inBlobs);
  return inChats + inBlobs + maxBackups * Math.max(inChats, largestCopy) <= copiedShare * room;
}

/** Measures the stored data. */
export async function measureStorage({ records: { database } } = tabContext): Promise<StorageUse> {
  const counts = (await database?.count()) ?? { sessions: 0, messages: 0 };
  const room = await measureRoom();
  const isKept = await isStorageKept();
  const blobs = (await database?.readBlobFacts()) ?? [];
  const { vectorBytes } = await import("@/store/embeddings/search-by-meaning");
  const backups = await listBackups();
  const own = backups.filter(({ reason }) => reason !== "takeover");
  return {
    ...counts,
    images: blobs.filter(({ id }) => !isDocumentId(id)),
    documents: blobs.filter(({ id }) => isDocumentId(id)),
    vectors: await vectorBytes(),
    copies: backups.reduce((sum, { file }) => sum + file.size, 0),
    largestCopy: Math.max(0, ...own.map(({ file }) => file.size)),
    isKept,
    ...room,
  };
}

/** Returns the used storage and the quota in bytes, if the browser reports them. */
export async function measureRoom(): Promise<Pick<StorageUse, "used" | "room">> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  return { ...(usage === undefined ? {} : { used: usage }), ...(quota === undefined ? {} : { room: quota }) };
}

/** Deletes images from this device. The messages that show them stay. Throws AppError. */
export async function freeImages(images: readonly Pick<BlobFacts, "id">[], { records } = tabContext): Promise<void> {
  await records.requireDatabase().deleteBlobs(images.map(({ id }) => id));
}

/** Returns whether the storage is persistent: the browser does not clear it when the disk is full. */
export async function isStorageKept(): Promise<boolean> {
  return (await navigator.storage?.persisted?.()) ?? false;
}

/** Requests persistent storage. Returns whether the browser grants it. */
export async function askToKeep(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}

/**
 * Clears all data on this device except the language: chats, settings, keys, backups, caches and data of a NextChat. If
 * the browser crashes, the next start completes it. Throws if the chats could not be cleared; then nothing else is.
 */
export async function clearAllData({ env, records } = tabContext): Promise<void> {
  const { database, journal, otherTabs } = records;
  if (!database) throw new AppError("not-cleared");
  if (database.isReadOnly) throw new AppError("stored-newer");
  const clearing = { id: env.newId(), isRestCleared: false };
  await database.clear(clearing);
  journal.discard();
  otherTabs?.tellCleared();
  // Clear again what this tab and others have written meanwhile.
  await database.clear(clearing);
  await endClearing(database, clearing, pageStorage());
}
