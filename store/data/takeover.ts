import { toAppError } from "@/lib/errors";
import type { DocumentState } from "@/lib/import/imported";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { unlessTaken } from "@/lib/platform/page-locks";
import { recordOf } from "@/lib/providers/json";
import { catalogue, portableDocuments } from "@/lib/storage/catalogue";
import { type KeyValueStorage, localDocumentText, storageError } from "@/lib/storage/documents";
import type { ListableStorage } from "@/lib/storage/last-words";
import { localKeys } from "@/lib/storage/local-keys";
import { isOfNextChat, nextChatTexts } from "@/lib/storage/nextchat-origin";
import {
  hasNextChatTrace,
  isTakeoverDue,
  nextChatSeenKey,
  rewrittenAccess,
  takeoverKey,
} from "@/lib/storage/nextchat-trace";
import { updatePortableDocuments } from "@/lib/storage/portable-documents";
import { sendOnErrand } from "@/store/base/errand";
import { useLocale } from "@/store/base/locale";
import { pageStorage } from "@/store/base/page-storage";
import { report, useUi } from "@/store/base/ui";
import type { TakeoverFinds, TakeoverOrder } from "@/store/data/takeover-run";
import { readTakeover, type Takeover } from "@/store/data/takeover-summary";
import { unsentTexts } from "@/store/data/unsent-texts";
import { documentPlaces } from "@/store/records/document-places";
import { largeTexts } from "@/store/records/text-store";

const { now } = browserEnvironment;

/** At most so many pieces that were not understood are stored in the summary. */
const maxListed = 100;

/**
 * Takes over what a NextChat has stored on this origin, before anything else is read (docs/decisions/0018): adds chats
 * that are not here yet, and documents where this device has none. Failures are reported, and the next start tries
 * again. Returns what was taken over now.
 */
export async function takeOverNextChat(storage: ListableStorage): Promise<Takeover | undefined> {
  try {
    const finds = await look(storage, "first", !hasRoom(storage));
    const takeover = finds && storeFirst(finds, storage);
    note(takeover, storage);
    return takeover;
  } catch (thrown) {
    report(toAppError(thrown));
    return undefined;
  }
}

/** Writes the documents one by one, so that one that does not fit keeps no other out. */
function storeFirst(finds: TakeoverFinds, storage: KeyValueStorage): Takeover {
  const due = Object.entries(finds.documents).filter(([key]) => isFree(key, storage));
  const removedChars = finds.removable.reduce((sum, key) => sum + (storage.getItem(key)?.length ?? 0), 0);
  for (const key of finds.removable) storage.removeItem(key);
  const failed = due.filter(([key, state]) => !isWritten(key, state, storage)).map(([key]) => key);
  const { chats, messages, notUnderstood } = finds;
  const before = readTakeover(storage);
  const documents = [
    ...(before?.documents ?? []),
    ...due.map(([key]) => key).filter((key) => !failed.includes(key)),
    ...finds.stored,
  ];
  return {
    at: now(),
    chats: chats + (before?.chats ?? 0),
    messages: messages + (before?.messages ?? 0),
    documents: [...new Set(documents)],
    failed,
    usesOwnKeys: recordOf(finds.documents[catalogue.access.key]).useCustomConfig === true,
    removedChars: removedChars + (before?.removedChars ?? 0),
    notUnderstood: notUnderstood.slice(0, maxListed),
  };
}

function isWritten(key: string, state: DocumentState, storage: KeyValueStorage): boolean {
  try {
    storage.setItem(key, localDocumentText({ version: portableDocuments[key] ?? 0 }, state));
    return true;
  } catch (thrown) {
    report(storageError(thrown));
    return false;
  }
}

/** Delay between a start and the later look at NextChat's data, in milliseconds. */
const settledMs = 1000;

/** Looks for news of a NextChat that is still in use on this origin, behind a start and in one tab only. Never throws. */
export async function lookAgainAtStart(): Promise<void> {
  if (isTakeoverDue(pageStorage())) return;
  await browserEnvironment.delay(settledMs);
  await unlessTaken("parley-takeover", async () => {
    if (!(await hasNextChatTrace(pageStorage()))) return;
    const takeover = await lookAgain().catch((error: unknown) => console.warn("NextChat could not be read.", error));
    if (takeover && takeover.chats + takeover.messages > 0) {
      useUi.getState().toast({ kind: "taken-over", chats: takeover.chats });
    }
  });
}

/**
 * Adds what a NextChat has stored since the last look. Nothing here is replaced, and what was deleted here stays deleted.
 * Returns what was added, or nothing if there is no news. Throws AppError.
 */
export async function lookAgain(): Promise<Takeover | undefined> {
  const storage = pageStorage();
  const finds = await look(storage, "later", false);
  if (!finds) return undefined;
  const { chats, messages, notUnderstood, stored } = finds;
  const credentials = await addCredentials(finds.documents[catalogue.access.key]);
  await largeTexts.update([], () => ({ [nextChatSeenKey]: finds.seen }));
  const documents = [...stored, ...(credentials > 0 ? [catalogue.access.key] : [])];
  const added = { at: now(), chats, messages, documents, failed: [], usesOwnKeys: credentials > 0, removedChars: 0 };
  if (chats + messages + documents.length === 0) return undefined;
  const before = readTakeover(storage);
  const total: Takeover = {
    ...added,
    chats: chats + (before?.chats ?? 0),
    messages: messages + (before?.messages ?? 0),
    documents: [...new Set([...(before?.documents ?? []), ...documents])],
    usesOwnKeys: credentials > 0 || before?.usesOwnKeys === true,
    removedChars: before?.removedChars ?? 0,
    notUnderstood: [...(before?.notUnderstood ?? []), ...notUnderstood].slice(0, maxListed),
  };
  note(total, storage);
  return { ...added, notUnderstood };
}

/** Stores keys and addresses in fields that are empty here; returns how many. */
async function addCredentials(found: DocumentState | undefined): Promise<number> {
  if (!found) return 0;
  const { key } = catalogue.access;
  let count = 0;
  await updatePortableDocuments(documentPlaces(), (here) => {
    const known = recordOf(here[key]?.state);
    const fresh = Object.entries(found).filter(([name, value]) => typeof value === "string" && !known[name]);
    count = fresh.length;
    if (count === 0) return {};
    const names = new Set(fresh.map(([name]) => name));
    const hosts = Object.entries(recordOf(found.hosts)).filter(([name]) => names.has(name));
    return {
      [key]: {
        ...known,
        ...Object.fromEntries(fresh),
        hosts: { ...recordOf(known.hosts), ...Object.fromEntries(hosts) },
        useCustomConfig: known.useCustomConfig === true || hosts.length > 0,
      },
    };
  });
  // The store of this tab reads what was written as if another tab had.
  if (count > 0) dispatchEvent(new StorageEvent("storage", { key, newValue: pageStorage().getItem(key) }));
  return count;
}

/** Stores the memory of a first look, once the database is open: later looks compare with it. Never throws. */
export async function rememberFirstLook(): Promise<void> {
  if (firstSeen === undefined) return;
  const seen = firstSeen;
  firstSeen = undefined;
  await largeTexts
    .update([], () => ({ [nextChatSeenKey]: seen }))
    .catch((thrown: unknown) => report(toAppError(thrown)));
}

let firstSeen: string | undefined;

async function look(
  storage: ListableStorage,
  kind: TakeoverOrder["look"],
  needsRoom: boolean,
): Promise<TakeoverFinds | undefined> {
  // Masks without a language get the one that the user reads.
  await useLocale.getState().load();
  const { importWorld } = await import("@/store/data/data");
  const worker = new Worker(new URL("./takeover-worker.ts", import.meta.url), { type: "module" });
  const hasTakenOver = readTakeover(storage) !== undefined;
  const texts = { ...unsentTexts(storage), ...nextChatTexts(storage), ...rewrittenAccess() };
  const order: TakeoverOrder = { texts, world: importWorld(), look: kind, hasTakenOver, needsRoom };
  const finds = await sendOnErrand<TakeoverOrder, TakeoverFinds | undefined>(worker, order);
  if (kind === "first") firstSeen = finds?.seen;
  return finds;
}

/** Throws `storage-full` or `storage-unavailable`. */
function note(takeover: Takeover | undefined, storage: KeyValueStorage): void {
  try {
    storage.setItem(takeoverKey, JSON.stringify(takeover ?? {}));
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/** The room in localStorage that the app's settings and drafts need, in characters. */
const neededChars = 262_144;

/** Returns true if localStorage has room for the app's own settings. */
function hasRoom(storage: KeyValueStorage): boolean {
  const key = localKeys.spaceProbe;
  try {
    storage.setItem(key, "x".repeat(neededChars));
    return true;
  } catch {
    return false;
  } finally {
    storage.removeItem(key);
  }
}

/** Returns true if nothing of our own is stored there. */
function isFree(key: string, storage: KeyValueStorage): boolean {
  const text = storage.getItem(key);
  return text === null || isOfNextChat(key, text, storage);
}
