import * as v from "valibot";
import { toAppError } from "@/lib/errors";
import type { ImportPlan } from "@/lib/import/plan";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { keepBackup } from "@/lib/storage/backups";
import { takeOutImages } from "@/lib/storage/blobs";
import { type Database, openDatabase } from "@/lib/storage/database";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { isOfNextChat, readNextChatOrigin, withCachedImages } from "@/lib/storage/nextchat-origin";
import { takeoverKey } from "@/lib/storage/nextchat-trace";
import { writePortableDocuments } from "@/lib/storage/portable-documents";
import { useLocale } from "@/store/locale";
import { report } from "@/store/ui";

const { now, newId } = browserEnvironment;

const summarySchema = v.object({
  at: v.number(),
  chats: v.number(),
  messages: v.number(),
  documents: v.array(v.string()),
  notUnderstood: v.array(v.object({ where: v.string(), reason: v.string() })),
});

/** What was taken over of a NextChat on this origin. */
export interface Takeover {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly chats: number;
  readonly messages: number;
  /** The storage keys of settings, credentials, masks and the like. */
  readonly documents: readonly string[];
  readonly notUnderstood: ImportPlan["notUnderstood"];
}

/** Answers what was taken over here, if anything was. */
export function readTakeover(storage: Pick<KeyValueStorage, "getItem">): Takeover | undefined {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), summarySchema), storage.getItem(takeoverKey));
  return parsed.success ? (parsed.output as Takeover) : undefined;
}

/**
 * Takes over what a NextChat has left on this origin, once, before anything else is read (decisions/0003): a copy of it
 * is kept as it was, chats that are not here yet are added, and documents where this device has none of its own.
 * NextChat's own data stays untouched. What fails is reported, and tried again at the next start. Answers what was taken
 * over just now.
 */
export async function takeOverNextChat(storage: KeyValueStorage): Promise<Takeover | undefined> {
  try {
    const found = await readNextChatOrigin(storage);
    const takeover = Object.keys(found).length === 0 ? undefined : await takeOver(found, storage);
    storage.setItem(takeoverKey, JSON.stringify(takeover ?? {}));
    return takeover;
  } catch (thrown) {
    report(toAppError(thrown));
    return undefined;
  }
}

async function takeOver(found: Readonly<Record<string, string>>, storage: KeyValueStorage): Promise<Takeover> {
  // Masks without a language get the one that the person reads.
  await useLocale.getState().load();
  const [{ nextChat }, { planImport }, { importWorld }, { contextIn }] = await Promise.all([
    import("@/lib/import/nextchat"),
    import("@/lib/import/plan"),
    import("@/store/data"),
    import("@/store/import-context"),
  ]);
  const file = new Blob([JSON.stringify(found)], { type: "application/json" });
  await keepBackup({ id: newId(), at: now(), reason: "takeover", file });
  const imported = nextChat.read(found, contextIn(importWorld()));
  const database = await openDatabase(() => {});
  try {
    const plan = await addChats(database, (existing) => planImport(imported, existing));
    const states = Object.entries(imported.documents).filter(([key]) => isFree(storage.getItem(key), storage));
    writePortableDocuments(storage, Object.fromEntries(states));
    return {
      at: now(),
      chats: plan.newSessions.length,
      messages: plan.newMessages.length,
      documents: states.map(([key]) => key),
      notUnderstood: plan.notUnderstood,
    };
  } finally {
    database.close();
  }
}

async function addChats(
  database: Database,
  planFor: (existing: Parameters<typeof import("@/lib/import/plan").planImport>[1]) => ImportPlan,
): Promise<ImportPlan> {
  const { sessions, messages } = await database.readIds();
  const plan = planFor({ sessionIds: new Set(sessions), messageIds: new Set(messages), blobIds: new Set() });
  const taken = (await withCachedImages(plan.newMessages)).map((message) =>
    takeOutImages(message, { newId, at: message.date || now() }),
  );
  await database.putAll({
    sessions: plan.newSessions,
    messages: taken.map(({ message }) => message),
    blobs: taken.flatMap(({ blobs }) => blobs),
  });
  return plan;
}

/** Nothing of our own stands there. */
function isFree(text: string | null, storage: KeyValueStorage): boolean {
  return text === null || isOfNextChat(text, storage);
}
