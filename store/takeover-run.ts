import type { Imported } from "@/lib/import/imported";
import { nextChat } from "@/lib/import/nextchat";
import { type ImportPlan, planImport } from "@/lib/import/plan";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { keepBackup, listBackups } from "@/lib/storage/backups";
import { takeOutImages } from "@/lib/storage/blobs";
import type { Database } from "@/lib/storage/database";
import { readNextChatOrigin, withCachedImages } from "@/lib/storage/nextchat-origin";
import { contextIn, type ImportWorld } from "@/store/import-context";

const { now, newId } = browserEnvironment;

/** What a worker must know that looks for a NextChat. */
export interface TakeoverOrder {
  /** What stands in localStorage: a worker cannot read it. */
  readonly texts: Readonly<Record<string, string>>;
  readonly world: ImportWorld;
}

/** What was found: chats that are written, and settings and the like that are not yet. */
export interface TakeoverFinds extends Pick<Imported, "documents"> {
  readonly chats: number;
  readonly messages: number;
  readonly notUnderstood: ImportPlan["notUnderstood"];
}

/**
 * Keeps a copy of what a NextChat has left on this origin and adds its chats that are not here yet. Answers nothing
 * where there is none. Throws AppError; then nothing was added.
 */
export async function runTakeover(
  database: Database,
  { texts, world }: TakeoverOrder,
): Promise<TakeoverFinds | undefined> {
  const found = await readNextChatOrigin({ getItem: (key) => texts[key] ?? null });
  if (Object.keys(found).length === 0) return undefined;
  await keepFound(found);
  const imported = nextChat.read(found, contextIn(world));
  const { newSessions, newMessages, notUnderstood } = await addChats(database, imported);
  return { documents: imported.documents, chats: newSessions.length, messages: newMessages.length, notUnderstood };
}

/** Keeps what was found as it was, unless a takeover that died with its page has done so. */
async function keepFound(found: Readonly<Record<string, string>>): Promise<void> {
  const file = new Blob([JSON.stringify(found)], { type: "application/json" });
  const kept = await listBackups();
  if (kept.some((copy) => copy.reason === "takeover" && copy.file.size === file.size)) return;
  await keepBackup({ id: newId(), at: now(), reason: "takeover", file });
}

async function addChats(database: Database, imported: Imported): Promise<ImportPlan> {
  const { sessions, messages } = await database.readIds();
  const existing = { sessionIds: new Set(sessions), messageIds: new Set(messages), blobIds: new Set<string>() };
  const plan = planImport(imported, existing);
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
