import { type ContentPart, storedImageUrl } from "@/lib/chat/message";
import type { Environment } from "@/lib/environment";
import type { DocumentState, Imported, NotUnderstoodReason } from "@/lib/import/imported";
import { mergeDocument } from "@/lib/import/merge-documents";
import { nextChat } from "@/lib/import/nextchat/nextchat";
import { documentItems, newSince, seenEntries } from "@/lib/import/nextchat/nextchat-seen";
import { credentialsOfSite, secretKeys } from "@/lib/import/nextchat/nextchat-site";
import { type ExistingIds, type ImportPlan, planImport } from "@/lib/import/plan";
import { parseSafely } from "@/lib/import/safe-json";
import { recordOf } from "@/lib/json";
import { providers } from "@/lib/providers/registry";
import { sha256Hex } from "@/lib/providers/sha256";
import { listBackups, storeBackup } from "@/lib/storage/backups";
import { extractImages } from "@/lib/storage/blobs";
import { catalogue, isLargeDocument, type MessageRecord, portableDocuments } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import { documentText, parseEnvelope } from "@/lib/storage/documents";
import { isCachedImage, type NextChatOrigin, openImageCache, readNextChatOrigin } from "@/lib/storage/nextchat-origin";
import { nextChatSeenKey } from "@/lib/storage/nextchat-trace";
import { noCounts, type TakeoverCounts } from "@/store/base/takeover-counts";
import { contextIn, type ImportWorld } from "@/store/data/import-context";
import { unsentAmong } from "@/store/data/unsent-texts";
import { writePlan } from "@/store/data/write-plan";
import type { ChangedRecords } from "@/store/records/journal";

/** The part of the environment that a takeover uses. */
type TakeoverEnvironment = Pick<Environment, "now" | "newId">;

/** The task of the worker that reads what a NextChat has stored on this origin. */
export interface TakeoverOrder {
  /** The texts in localStorage, which a worker cannot read; those of unsent messages among them. */
  readonly texts: Readonly<Record<string, string>>;
  readonly world: ImportWorld;
  /** `first`: takes over everything. `later`: adds what the NextChat has stored since the last look. */
  readonly look: "first" | "later";
  /** True: a look before this one has found something. */
  readonly hasTakenOver: boolean;
  /** True: localStorage is full, so texts in it are to be verified before they are removed. */
  readonly needsRoom: boolean;
}

/** The result of a look: chats, masks and the like are stored by then, settings and credentials are not. */
export interface TakeoverFinds {
  /** Things that are new here. Keys are stored and counted later. */
  readonly added: TakeoverCounts;
  /** All things of the NextChat, whether they were here before or not. */
  readonly found: TakeoverCounts;
  /** The documents for localStorage, by storage key. */
  readonly documents: Readonly<Record<string, DocumentState>>;
  /** The storage keys of the documents that are stored in the database. */
  readonly stored: readonly string[];
  readonly notUnderstood: ImportPlan["notUnderstood"];
  /** The keys in localStorage whose whole content is in the database and in a backup: they may be removed. */
  readonly removable: readonly string[];
  /** The records that were added, for the tabs that show them. */
  readonly changed: ChangedRecords;
  /** The text to store under `nextChatSeenKey` once the documents are stored, too. */
  readonly seen: string;
}

/** The result of the last look at a NextChat's data. */
interface SeenMemory {
  /** SHA-256 of the texts. */
  readonly digest: string;
  readonly entries: readonly string[];
}

/**
 * Adds what a NextChat has stored on this origin and is not here yet, after a backup of it as it was. NextChat's data is
 * not changed. Returns nothing without such data, or if it is unchanged since the last look. Throws AppError.
 */
export async function runTakeover(
  database: Database,
  { texts, world, look, hasTakenOver, needsRoom }: TakeoverOrder,
  env: TakeoverEnvironment,
): Promise<TakeoverFinds | undefined> {
  const origin = await readNextChatOrigin({ getItem: (key) => texts[key] ?? null });
  if (Object.keys(origin.texts).length === 0) return undefined;
  const digest = digestOf(origin.texts);
  const memory = look === "later" ? await readMemory(database) : undefined;
  if (memory?.digest === digest) return undefined;
  if (look === "first") await keepFound(origin, env);
  const found = read({ ...unsentAmong(texts), ...origin.texts }, world);
  const seen = !hasTakenOver || look === "first" ? [] : (memory?.entries ?? (await entriesBefore(found, world)));
  const existing = await existingIn(database);
  const deletedIds = await deletedSessions(database);
  const present = new Set([...existing.sessionIds].filter((id) => !deletedIds.has(id)));
  const news = look === "first" ? found : newSince(found, new Set(seen), present);
  const fresh = { ...news, documents: { ...news.documents, ...rewrittenCredentials(found, origin, texts) } };
  const plans = [await addChats(database, fresh, env, existing, deletedIds)];
  const addedItems = [await addLargeDocuments(database, fresh.documents)];
  const sources = [found];
  if (needsRoom) {
    const older = read(origin.superseded, world);
    sources.push(older);
    plans.push(await addChats(database, older, env, await existingIn(database)));
    addedItems.push(await addLargeDocuments(database, older.documents));
  }
  return {
    added: countsOf(
      plans.map((plan) => addedChats(plan, deletedIds)),
      addedItems,
    ),
    found: countsOf([foundChats(sources)], sources.map(itemsIn), keysIn(found)),
    documents: Object.fromEntries(Object.entries(fresh.documents).filter(([key]) => !isLargeDocument(key))),
    stored: Object.keys(fresh.documents).filter(isLargeDocument),
    notUnderstood: fresh.notUnderstood,
    removable: needsRoom ? await verified(database, texts, origin, world) : [],
    changed: changedBy(plans),
    seen: JSON.stringify({ digest, entries: [...new Set([...seen, ...seenEntries(found)])] } satisfies SeenMemory),
  };
}

function read(texts: Readonly<Record<string, string>>, world: ImportWorld): Imported {
  const context = contextIn(world);
  const imported = nextChat.read(texts, context);
  const { [catalogue.access.key]: access, ...others } = imported.documents;
  if (!access) return imported;
  return {
    ...imported,
    documents: { ...others, [catalogue.access.key]: credentialsOfSite(access, context.providers) },
  };
}

/** Returns credentials that a NextChat has written over ours in localStorage: seen ones are missing here, too. */
function rewrittenCredentials(
  { documents }: Imported,
  origin: NextChatOrigin,
  texts: TakeoverOrder["texts"],
): Imported["documents"] {
  const { key } = catalogue.access;
  const state = documents[key];
  return state && origin.texts[key] === texts[key] ? { [key]: state } : {};
}

function digestOf(texts: Readonly<Record<string, string>>): string {
  const digests = Object.keys(texts)
    .sort()
    .map((key) => `${key}:${sha256Hex(texts[key] ?? "")}`);
  return sha256Hex(digests.join());
}

async function readMemory(database: Database): Promise<SeenMemory | undefined> {
  const { [nextChatSeenKey]: text } = await database.readTexts([nextChatSeenKey]);
  if (text === undefined) return undefined;
  const parsed = parseSafely(text, { maxChars: Number.POSITIVE_INFINITY });
  const { digest, entries } = recordOf(parsed.ok ? parsed.value : undefined);
  if (typeof digest !== "string" || !Array.isArray(entries)) return undefined;
  return { digest, entries: entries.filter((entry) => typeof entry === "string") };
}

/** Returns what an earlier version has taken over: the entries of its backup, or everything if the backup is gone. */
async function entriesBefore(found: Imported, world: ImportWorld): Promise<readonly string[]> {
  const copy = (await listBackups()).find(({ reason }) => reason === "takeover");
  const parsed = copy && parseSafely(await copy.file.text(), { maxChars: Number.POSITIVE_INFINITY });
  return seenEntries(parsed?.ok ? nextChat.read(parsed.value, contextIn(world)) : found);
}

/** Stores a backup of the texts as they are, unless an interrupted takeover has done so. */
async function keepFound({ texts, superseded }: NextChatOrigin, env: TakeoverEnvironment): Promise<void> {
  const hasSuperseded = Object.keys(superseded).length > 0;
  const content = JSON.stringify(hasSuperseded ? { ...texts, localStorage: superseded } : texts);
  const file = new Blob([content], { type: "application/json" });
  const backups = await listBackups();
  if (backups.some((copy) => copy.reason === "takeover" && copy.file.size === file.size)) return;
  await storeBackup({ id: env.newId(), at: env.now(), reason: "takeover", file });
}

/** Returns what is stored. Deleted chats count, so that none comes back unless NextChat has continued it. */
async function existingIn(database: Database): Promise<ExistingIds> {
  const { sessions, messages } = await database.readIds();
  return { sessionIds: new Set(sessions), messageIds: new Set(messages), blobIds: new Set() };
}

/** Returns the chats that were deleted here a short time ago, so that their messages are still stored. */
async function deletedSessions(database: Database): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const { records } of database.readSessions()) {
    for (const { id, deletedAt } of records) if (deletedAt !== undefined) ids.add(id);
  }
  return ids;
}

/** Adds what is not here yet. Deleted chats that gain messages are restored. */
async function addChats(
  database: Database,
  imported: Imported,
  env: TakeoverEnvironment,
  existing: ExistingIds,
  deletedIds: ReadonlySet<string> = new Set(),
): Promise<ImportPlan> {
  const plan = planImport(imported, existing);
  const newMessages = await withStoredImages(database, plan.newMessages, env);
  await writePlan(database, { ...plan, newMessages }, deletedIds);
  return plan;
}

/**
 * Stores the images of messages one at a time, so that memory holds one of them, and returns the messages with the
 * addresses of the stored images. Ids follow from the addresses, so that a second run stores none twice.
 */
async function withStoredImages(
  database: Database,
  messages: readonly MessageRecord[],
  env: Pick<Environment, "now">,
): Promise<readonly MessageRecord[]> {
  const cache = await openImageCache();
  const stored = new Set((await database.readBlobFacts()).map(({ id }) => id));
  const result: MessageRecord[] = [];
  for (const message of messages) {
    let count = 0;
    const newImageId = () => sha256Hex(`${message.sessionId} ${message.id} ${count++}`).slice(0, 32);
    const at = message.date || env.now();
    const { message: shortened, blobs } = extractImages(message, { newId: newImageId, at });
    for (const blob of blobs) if (!stored.has(blob.id)) await database.putAll({ ...noRecords, blobs: [blob] });
    result.push({ ...shortened, content: await withoutCachedImages(shortened.content, at) });
  }
  return result;

  async function withoutCachedImages(content: MessageRecord["content"], at: number): Promise<MessageRecord["content"]> {
    if (typeof content === "string") return content;
    const parts: ContentPart[] = [];
    for (const part of content) parts.push(await withStoredImage(part, at));
    return parts;
  }

  async function withStoredImage(part: ContentPart, at: number): Promise<ContentPart> {
    if (part.type !== "image_url" || !isCachedImage(part.image_url.url)) return part;
    const id = sha256Hex(new URL(part.image_url.url, location.origin).pathname).slice(0, 32);
    if (!stored.has(id)) {
      const image = await cache.read(part.image_url.url);
      if (!image) return part;
      await database.putAll({ ...noRecords, blobs: [{ ...image, id, at, size: image.bytes.byteLength }] });
      stored.add(id);
    }
    return { ...part, image_url: { ...part.image_url, url: storedImageUrl(id) } };
  }
}

const noRecords = { sessions: [], messages: [] };

/** Adds masks, prompts, plugins and the like to those that are stored; stored ones stay. Returns the added ones. */
async function addLargeDocuments(database: Database, documents: Imported["documents"]): Promise<Items> {
  const entries = Object.entries(documents).filter(([key]) => isLargeDocument(key));
  const added: Record<string, Set<string>> = {};
  if (entries.length === 0) return added;
  await database.updateTexts(
    entries.map(([key]) => key),
    (texts) =>
      Object.fromEntries(
        entries.map(([key, state]) => {
          const here = parseEnvelope(texts[key] ?? null)?.state;
          const known = documentItems(key, recordOf(here));
          added[key] = new Set([...documentItems(key, state)].filter((id) => !known.has(id)));
          return [key, documentText({ version: portableDocuments[key] ?? 0 }, mergeDocument(key, here, state))];
        }),
      ),
  );
  return added;
}

/** Reasons with which nothing is missing: NextChat always stores a chat without messages. */
const harmless: readonly NotUnderstoodReason[] = ["no-messages", "damaged-text"];

/** Returns the keys of localStorage texts that are in a backup letter by letter, and whose content is stored here. */
async function verified(
  database: Database,
  texts: Readonly<Record<string, string>>,
  { texts: used, superseded }: NextChatOrigin,
  world: ImportWorld,
): Promise<string[]> {
  const copied = await copiedTexts();
  const existing = await existingIn(database);
  const documents = await database.readTexts(Object.keys(portableDocuments).filter(isLargeDocument));
  return Object.keys(texts).filter((key) => {
    const text = texts[key] ?? "";
    const isOfNextChat = used[key] === text || superseded[key] === text;
    if (!isOfNextChat || !copied.has(text)) return false;
    const content = nextChat.read({ [key]: text }, contextIn(world));
    if (key === "chat-next-web-store") {
      const plan = planImport(content, existing);
      const isRead = content.notUnderstood.every(({ reason }) => harmless.includes(reason));
      return isRead && plan.newSessions.length + plan.newMessages.length === 0;
    }
    if (!isLargeDocument(key)) return false;
    const here = { [key]: recordOf(parseEnvelope(documents[key] ?? null)?.state) };
    const stored = new Set(seenEntries({ chats: [], documents: here }));
    return seenEntries({ chats: [], documents: content.documents }).every((entry) => stored.has(entry));
  });
}

/** Returns the texts in the backups that takeovers have made. */
async function copiedTexts(): Promise<Set<unknown>> {
  const copied = new Set<unknown>();
  for (const { reason, file } of await listBackups()) {
    if (reason !== "takeover") continue;
    const parsed = parseSafely(await file.text(), { maxChars: Number.POSITIVE_INFINITY });
    const { localStorage, ...texts } = recordOf(parsed.ok ? parsed.value : undefined);
    for (const text of [...Object.values(texts), ...Object.values(recordOf(localStorage))]) copied.add(text);
  }
  return copied;
}

function changedBy(plans: readonly ImportPlan[]): ChangedRecords {
  return {
    sessions: plans.flatMap(({ newSessions, grownChats }) => [
      ...newSessions.map(({ id }) => id),
      ...grownChats.map(({ sessionId }) => sessionId),
    ]),
    messages: plans.flatMap(({ newMessages }) => newMessages.map(({ id, sessionId }) => ({ id, sessionId }))),
    removed: [],
  };
}

/** Ids of masks, prompts and the like, by the storage key of their document. */
type Items = Readonly<Record<string, ReadonlySet<string>>>;

interface ChatCounts {
  readonly chats: ReadonlySet<string>;
  readonly messages: ReadonlySet<string>;
  readonly drafts: ReadonlySet<string>;
}

function addedChats(
  { newSessions, newMessages, newDrafts, grownChats }: ImportPlan,
  deletedIds: ReadonlySet<string>,
): ChatCounts {
  const restored = grownChats.map(({ sessionId }) => sessionId).filter((id) => deletedIds.has(id));
  return {
    chats: new Set([...newSessions.map(({ id }) => id), ...restored]),
    messages: new Set(newMessages.map(({ id }) => id)),
    drafts: new Set(Object.keys(newDrafts)),
  };
}

function foundChats(sources: readonly Imported[]): ChatCounts {
  const chats = sources.flatMap((source) => source.chats);
  return {
    chats: new Set(chats.map(({ session }) => session.id)),
    messages: new Set(chats.flatMap(({ session, messages }) => messages.map(({ id }) => `${session.id} ${id}`))),
    drafts: new Set(chats.flatMap(({ session, draft }) => (draft ? [session.id] : []))),
  };
}

function itemsIn({ documents }: Imported): Items {
  return Object.fromEntries(Object.entries(documents).map(([key, state]) => [key, documentItems(key, state)]));
}

/** Returns the number of stored keys for providers. */
function keysIn({ documents }: Imported): number {
  const access = recordOf(documents[catalogue.access.key]);
  return secretKeys(Object.values(providers)).filter((key) => typeof access[key] === "string" && access[key] !== "")
    .length;
}

function countsOf(chats: readonly ChatCounts[], items: readonly Items[], keys = 0): TakeoverCounts {
  const unique = (name: keyof ChatCounts) => new Set(chats.flatMap((each) => [...each[name]])).size;
  const itemsOf = (key: string) => new Set(items.flatMap((each) => [...(each[key] ?? [])])).size;
  return {
    ...noCounts(),
    chats: unique("chats"),
    messages: unique("messages"),
    drafts: unique("drafts"),
    masks: itemsOf(catalogue.masks.key),
    prompts: itemsOf(catalogue.prompts.key),
    plugins: itemsOf(catalogue.plugins.key),
    servers: itemsOf(catalogue.mcp.key),
    images: itemsOf(catalogue.imageTasks.key),
    keys,
  };
}
