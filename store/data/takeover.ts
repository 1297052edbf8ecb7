import { toAppError } from "@/lib/errors";
import type { DocumentState } from "@/lib/import/imported";
import { secretKeys } from "@/lib/import/nextchat/nextchat-site";
import { recordOf } from "@/lib/json";
import { runUnlessLocked, withTabLock } from "@/lib/platform/tab-locks";
import { providers } from "@/lib/providers/registry";
import { catalogue, portableDocuments } from "@/lib/storage/catalogue";
import { openDatabase } from "@/lib/storage/database";
import type { DocumentTexts } from "@/lib/storage/document-texts";
import { type KeyValueStorage, localDocumentText, storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { isOfNextChat, nextChatTexts } from "@/lib/storage/nextchat-origin";
import {
  hasNextChatTrace,
  hasTakenOver,
  isTakeoverDue,
  nextChatSeenKey,
  rewrittenAccess,
  takeoverKey,
  takeoverSummaryKey,
} from "@/lib/storage/nextchat-trace";
import { updatePortableDocuments } from "@/lib/storage/portable-documents";
import type { ListableStorage } from "@/lib/storage/unsaved-changes";
import { useLocale } from "@/store/base/locale";
import { pageStorage } from "@/store/base/page-storage";
import { runInWorker } from "@/store/base/run-in-worker";
import { combineCounts, noCounts, type TakeoverCounts } from "@/store/base/takeover-counts";
import { report, useUi } from "@/store/base/ui";
import type { TakeoverFinds, TakeoverOrder } from "@/store/data/takeover-run";
import {
  emptyTakeover,
  hasUnreadableStore,
  parseTakeover,
  readTakeover,
  type Takeover,
  withoutHarmless,
} from "@/store/data/takeover-summary";
import { unsentTexts } from "@/store/data/unsent-texts";
import { documentPlaces } from "@/store/records/document-places";
import { type TabContext, tabContext } from "@/store/records/records";
import { largeTexts } from "@/store/records/text-store";

/** At most so many pieces that were not understood are stored in the summary. */
const maxListed = 100;

/** Name of the lock under which tabs look at a NextChat's data one after the other. */
const lockName = "parley-takeover";

/** The news of a look. */
export interface TakeoverNews {
  /** Things that were added now. */
  readonly added: TakeoverCounts;
  /** True: settings were taken over now. */
  readonly hasSettings: boolean;
  /** True: some data could not be read or stored; the summary names it. */
  readonly isIncomplete: boolean;
}

/** Whether a look has anything to announce. */
export function isNews({ added, hasSettings, isIncomplete }: TakeoverNews): boolean {
  return hasSettings || isIncomplete || Object.values(added).some((count) => count > 0);
}

/**
 * Takes over what a NextChat has stored on this origin, before anything else is read (docs/decisions/0018): adds chats
 * that are not here yet, and documents where this device has none. Failures are reported, and the next start tries
 * again. Returns what was taken over now; in one tab only, if several are opened at once.
 */
export async function takeOverNextChat(
  storage: ListableStorage,
  context = tabContext,
): Promise<TakeoverNews | undefined> {
  try {
    return await withTabLock(lockName, async () => {
      if (!isTakeoverDue(storage)) return undefined;
      const finds = await look(storage, "first", !hasRoom(storage));
      if (!finds) {
        setMark(storage, {});
        return undefined;
      }
      const news = await storeFirst(finds, storage, context);
      return isNews(news) ? news : undefined;
    });
  } catch (thrown) {
    report(toAppError(thrown));
    return undefined;
  }
}

/**
 * Writes the documents one by one, so that one that does not fit keeps no other out, and then the summary. A repeated
 * first look finds everything again, so totals are those of NextChat's data, not sums.
 */
async function storeFirst(finds: TakeoverFinds, storage: KeyValueStorage, context: TabContext): Promise<TakeoverNews> {
  const { access, config } = catalogue;
  const due = Object.entries(finds.documents).filter(([key]) => isFree(key, storage));
  const removedChars = finds.removable.reduce((sum, key) => sum + (storage.getItem(key)?.length ?? 0), 0);
  for (const key of finds.removable) storage.removeItem(key);
  const failed = due.filter(([key, state]) => !isWritten(key, state, storage)).map(([key]) => key);
  const written = due.map(([key]) => key).filter((key) => !failed.includes(key));
  let addedKeys = written.includes(access.key) ? finds.found.keys : 0;
  const credentials = finds.documents[access.key];
  if (credentials && !due.some(([key]) => key === access.key)) {
    // Since a failed takeover, this app has stored credentials of its own.
    addedKeys = await addCredentials(credentials, { switchesOn: true });
    if (addedKeys > 0) written.push(access.key);
  }
  const added = { ...finds.added, keys: addedKeys };
  const notUnderstood = finds.notUnderstood.slice(0, maxListed);
  const noted = withoutHarmless({ ...emptyTakeover, notUnderstood }).notUnderstood;
  await storeSummary(storage, context, finds.seen, (before = emptyTakeover) => ({
    ...combineCounts(before, { ...finds.found, keys: addedKeys }, Math.max),
    at: context.env.now(),
    documents: [...new Set([...before.documents, ...written, ...finds.stored])],
    failed,
    usesOwnKeys: before.usesOwnKeys || (addedKeys > 0 && recordOf(credentials).useCustomConfig === true),
    removedChars: removedChars + before.removedChars,
    notUnderstood: noted,
  }));
  setMark(storage, { failed });
  return { added, hasSettings: written.includes(config.key), isIncomplete: failed.length + noted.length > 0 };
}

/**
 * Stores the summary, and what was seen for the next look, in one transaction. The database of the tab is not open yet
 * at a first look.
 */
async function storeSummary(
  storage: KeyValueStorage,
  { records }: TabContext,
  seen: string,
  change: (before: Takeover | undefined) => Takeover | undefined,
): Promise<void> {
  const update = (texts: DocumentTexts) => {
    const summary = change(parseTakeover(texts[takeoverSummaryKey], storage));
    return { [nextChatSeenKey]: seen, ...(summary && { [takeoverSummaryKey]: JSON.stringify(summary) }) };
  };
  if (records.database) return largeTexts.update([takeoverSummaryKey], update);
  const database = await openDatabase(() => {});
  try {
    await database.updateTexts([takeoverSummaryKey], update);
  } finally {
    database.close();
  }
}

/** Marks the takeover as done. If localStorage is full, the next start looks again, which adds nothing twice. */
function setMark(storage: KeyValueStorage, mark: { readonly failed?: readonly string[] }): void {
  try {
    storage.setItem(takeoverKey, JSON.stringify(mark));
  } catch (thrown) {
    report(storageError(thrown));
  }
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
export async function lookAgainAtStart(context = tabContext): Promise<void> {
  if (isTakeoverDue(pageStorage())) return;
  await context.env.delay(settledMs);
  await runUnlessLocked(lockName, async () => {
    if (!(await hasNextChatTrace(pageStorage()))) return;
    const news = await addNews(context).catch((error: unknown) =>
      console.warn("Could not read the data of NextChat.", error),
    );
    if (news && isNews(news)) await announce(news);
  });
}

/** Shows what was taken over, once all words of the language are loaded. Never throws. */
export async function announce({ added, hasSettings, isIncomplete }: TakeoverNews): Promise<void> {
  try {
    await useLocale.getState().loadAll();
    useUi.getState().toast({ kind: "taken-over", added, hasSettings, isIncomplete });
  } catch (thrown) {
    report(toAppError(thrown));
  }
}

/**
 * Adds what a NextChat has stored since the last look. Nothing here is replaced, and what was deleted here stays deleted.
 * Returns what was added. Throws AppError.
 */
export function lookAgain(context = tabContext): Promise<TakeoverNews> {
  return withTabLock(lockName, () => addNews(context));
}

async function addNews(context: TabContext): Promise<TakeoverNews> {
  const storage = pageStorage();
  const finds = await look(storage, "later", false);
  if (!finds) {
    const before = await readTakeover();
    return { added: noCounts(), hasSettings: false, isIncomplete: before !== undefined && hasUnreadableStore(before) };
  }
  const keys = await addCredentials(finds.documents[catalogue.access.key], { switchesOn: false });
  const added = { ...finds.added, keys };
  const documents = [...finds.stored, ...(keys > 0 ? [catalogue.access.key] : [])];
  const isAdded = Object.values(added).some((count) => count > 0);
  const { notUnderstood } = withoutHarmless({ ...emptyTakeover, notUnderstood: finds.notUnderstood });
  await storeSummary(storage, context, finds.seen, (before = emptyTakeover) => {
    if (!isAdded && before === emptyTakeover && notUnderstood.length === 0) return undefined;
    return {
      ...before,
      ...combineCounts(before, added, (one, other) => one + other),
      at: isAdded || before === emptyTakeover ? context.env.now() : before.at,
      documents: [...new Set([...before.documents, ...documents])],
      // All of NextChat's data was read again.
      notUnderstood: notUnderstood.slice(0, maxListed),
    };
  });
  // The takeover stays due if an earlier look could not store everything.
  if (isAdded && !isTakeoverDue(storage)) setMark(storage, { failed: [] });
  return { added, hasSettings: false, isIncomplete: hasUnreadableStore({ notUnderstood }) };
}

/**
 * Stores keys and addresses in fields that are empty here; returns the number of keys.
 *
 * @param switchesOn whether the keys switch own keys on: only with a first takeover, later it is the user's choice
 */
async function addCredentials(
  found: DocumentState | undefined,
  { switchesOn }: { readonly switchesOn: boolean },
): Promise<number> {
  if (!found) return 0;
  const { key } = catalogue.access;
  let names = new Set<string>();
  await updatePortableDocuments(documentPlaces(), (here) => {
    const known = recordOf(here[key]?.state);
    const fresh = Object.entries(found).filter(([name, value]) => typeof value === "string" && value && !known[name]);
    names = new Set(fresh.map(([name]) => name));
    if (names.size === 0) return {};
    const hosts = Object.entries(recordOf(found.hosts)).filter(([name]) => names.has(name));
    return {
      [key]: {
        ...known,
        ...Object.fromEntries(fresh),
        hosts: { ...recordOf(known.hosts), ...Object.fromEntries(hosts) },
        useCustomConfig: known.useCustomConfig === true || (switchesOn && found.useCustomConfig === true),
      },
    };
  });
  // The store of this tab reads what was written as if another tab had.
  if (names.size > 0) dispatchEvent(new StorageEvent("storage", { key, newValue: pageStorage().getItem(key) }));
  return secretKeys(Object.values(providers)).filter((name) => names.has(name)).length;
}

async function look(
  storage: ListableStorage,
  kind: TakeoverOrder["look"],
  needsRoom: boolean,
): Promise<TakeoverFinds | undefined> {
  // Masks without a language get the one that the user reads.
  await useLocale.getState().load();
  const { importWorld } = await import("@/store/data/data");
  const worker = new Worker(new URL("./takeover-worker.ts", import.meta.url), { type: "module" });
  const texts = { ...unsentTexts(storage), ...nextChatTexts(storage), ...rewrittenAccess() };
  const order: TakeoverOrder = {
    texts,
    world: importWorld(),
    look: kind,
    hasTakenOver: hasTakenOver(storage),
    needsRoom,
  };
  return runInWorker<TakeoverOrder, TakeoverFinds | undefined>(worker, order);
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
