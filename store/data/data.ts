import { AppError } from "@/lib/errors";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
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
import { type ExportKind, wholeBackup, withAllImages } from "@/store/data/whole-backup";
import { documentPlaces } from "@/store/records/document-places";
import { journal } from "@/store/records/journal";
import { getStorage, requireStorage } from "@/store/records/storage-handle";
import { noRecords, withUnwritten } from "@/store/records/unwritten-records";
import { useSettings } from "@/store/settings/settings";

export type { Backup, ExportKind };

const { now, newId } = browserEnvironment;

/**
 * Makes the file with everything, what could not be stored included; keys and codes only where they are asked for.
 * Throws AppError.
 */
export async function exportAll(kind: ExportKind, withCredentials: boolean): Promise<Blob> {
  await journal.flush();
  const database = getStorage()?.database;
  const records = database ? withUnwritten(database, journal.unwritten()) : withUnwritten(noRecords, chatsInMemory());
  const options = { kind, withCredentials, images: "with-images" } as const;
  return wholeBackup(records, await readPortableDocuments(documentPlaces()), options);
}

/** Returns a copy of this device as a file that is complete elsewhere, too: with the images of this device. */
export function completeBackup({ file }: Backup): Promise<Blob> {
  return withAllImages(file, requireStorage().database);
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
  await journal.flush();
  const worker = new Worker(new URL("./copy-worker.ts", import.meta.url), { type: "module" });
  const documents = await readPortableDocuments(documentPlaces());
  await runInWorker<CopyOrder, void>(worker, { reason, documents });
}

/** Returns what readers of files must know of this page. */
export function importWorld(): ImportWorld {
  return {
    now: now(),
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
  readonly images: readonly BlobFacts[];
  /** The size of the backups on this device. */
  readonly copies: number;
  /** The size of the largest backup, without NextChat's data. */
  readonly largestCopy: number;
  /** True: the browser has promised not to clear it when room gets short. */
  readonly isKept: boolean;
}

/** Above this share of the room that the browser gives, a warning comes. */
const nearlyFullShare = 0.9;

/** Whether there is little room left, as far as the browser says. */
export function isNearlyFull({ used, room }: Pick<StorageUse, "used" | "room">): boolean {
  return used !== undefined && room !== undefined && used > nearlyFullShare * room;
}

/** The share of the storage that data and backups together may fill. */
const copiedShare = 0.8;

/**
 * Whether there is room for the copies that are made unasked, as far as the browser says: a copy takes what the
 * chats take, or, since databases pack what they store, what an earlier one took.
 */
export function hasRoomForCopies(
  use: Pick<StorageUse, "used" | "room" | "images" | "copies" | "largestCopy">,
): boolean {
  const { used, room, images, copies, largestCopy } = use;
  if (used === undefined || room === undefined) return true;
  const inImages = images.reduce((sum, { size }) => sum + size, 0);
  const inChats = Math.max(0, used - copies - inImages);
  return inChats + inImages + maxBackups * Math.max(inChats, largestCopy) <= copiedShare * room;
}

/** Measures what is stored. */
export async function measureStorage(): Promise<StorageUse> {
  const counts = (await getStorage()?.database.count()) ?? { sessions: 0, messages: 0 };
  const room = await measureRoom();
  const isKept = (await navigator.storage?.persisted?.()) ?? false;
  const images = (await getStorage()?.database.readBlobFacts()) ?? [];
  const backups = await listBackups();
  const own = backups.filter(({ reason }) => reason !== "takeover");
  return {
    ...counts,
    images,
    copies: backups.reduce((sum, { file }) => sum + file.size, 0),
    largestCopy: Math.max(0, ...own.map(({ file }) => file.size)),
    isKept,
    ...room,
  };
}

/** Returns what the app takes of the room that it has, in bytes, as far as the browser says. */
export async function measureRoom(): Promise<Pick<StorageUse, "used" | "room">> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
  return { ...(usage === undefined ? {} : { used: usage }), ...(quota === undefined ? {} : { room: quota }) };
}

/** Removes images from this device; the messages that show them stay. Throws AppError. */
export async function freeImages(images: readonly Pick<BlobFacts, "id">[]): Promise<void> {
  await requireStorage().database.deleteBlobs(images.map(({ id }) => id));
}

/** Asks the browser to keep what is stored when room gets short. */
export async function askToKeep(): Promise<boolean> {
  return (await navigator.storage?.persist?.()) ?? false;
}

/**
 * Clears everything on this device: chats, settings, keys, copies, caches, and what a NextChat has left here. The
 * language stays. What a browser that dies leaves of it goes at the next start. Throws where the chats could not be
 * cleared; then nothing else is cleared either, and what is written from then on is stored as before.
 */
export async function clearAllData(): Promise<void> {
  const door = getStorage();
  if (!door) throw new AppError("not-cleared");
  if (door.database.isReadOnly) throw new AppError("stored-newer");
  const clearing = { id: newId(), isRestCleared: false };
  await door.database.clear(clearing);
  // From here on nothing may come back; what this tab and others have written meanwhile goes as well.
  journal.discard();
  door.otherTabs?.tellCleared();
  await door.database.clear(clearing);
  await endClearing(door.database, clearing, pageStorage());
}
