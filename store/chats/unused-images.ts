import { readContent } from "@/lib/chat/content-schema";
import { isDocumentId } from "@/lib/chat/documents-in";
import { blobIdsOfKnowledge, knowledgeId, knowledgeType } from "@/lib/chat/knowledge";
import { storedImageId } from "@/lib/chat/message";
import { readAudioUrl, readTools } from "@/lib/chat/message-schema";
import { blobIdsInText, blobIdsOf, documentIdsInText, textOfBlob } from "@/lib/storage/blobs";
import { catalogue } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { draftKey, parseDraftText } from "@/lib/storage/draft-records";
import { readLocalDraft } from "@/lib/storage/local-drafts";
import { localKeys } from "@/lib/storage/local-keys";
import { waitingMessagesKey } from "@/lib/storage/waiting-messages";
import * as z from "@/lib/zod";

/** The key in localStorage of the images that no message shows any more, with the time since when. */
export const unusedImagesKey = localKeys.unusedImages;

/**
 * Time until an unused image is deleted, in milliseconds: as long as a backup on this device may restore its message.
 */
const retentionMs = 14 * 24 * 60 * 60_000;

/** Time between two scans, in milliseconds: a scan reads all messages. */
const scanIntervalMs = 24 * 60 * 60_000;

const contextSchema = z.catch(
  z.object({ mask: z.object({ context: z.array(z.unknown()), knowledge: z.optional(z.string()) }) }),
  { mask: { context: [] } },
);
const idSchema = z.catch(z.object({ id: z.string() }), { id: "" });

/** The time of the last scan, and the time since when each image is unused. */
const unusedSchema = z.catch(
  z.pipe(z.jsonText, z.object({ lookedAt: z.number(), since: z.record(z.string(), z.number()) })),
  { lookedAt: Number.NEGATIVE_INFINITY, since: {} },
);

/**
 * Deletes images that no message has shown for two weeks; scans once a day. Deleted messages can be restored for a
 * while, and backups on this device need the images of their messages.
 */
export async function freeUnusedImages(database: Database, storage: KeyValueStorage, now: number): Promise<void> {
  const { lookedAt, since: before } = z.parse(unusedSchema, storage.getItem(unusedImagesKey));
  if (Math.abs(now - lookedAt) < scanIntervalMs) return;
  const stored = await database.readBlobFacts();
  if (stored.length === 0) return;
  const used = await usedIds(database, storage);
  const unused = stored.filter(({ id }) => !used.has(id)).map(({ id }) => ({ id, since: before[id] ?? now }));
  await database.deleteBlobs(unused.filter(({ since }) => now - since > retentionMs).map(({ id }) => id));
  const waiting = unused.filter(({ since }) => now - since <= retentionMs).map(({ id, since }) => [id, since] as const);
  storage.setItem(unusedImagesKey, JSON.stringify({ lookedAt: now, since: Object.fromEntries(waiting) }));
}

/** Returns the addresses of the images and sounds in a row. */
function shownBy(row: unknown) {
  const audioUrl = readAudioUrl(row);
  const tools = readTools(row);
  return {
    content: readContent(row) ?? "",
    ...(audioUrl === undefined ? {} : { audio_url: audioUrl }),
    ...(tools && { tools }),
  };
}

async function usedIds(database: Database, storage: KeyValueStorage): Promise<Set<string>> {
  const used = new Set<string>();
  function use(row: unknown) {
    for (const id of blobIdsOf(shownBy(row))) used.add(id);
  }
  for await (const rows of database.readRows("messages")) for (const row of rows) use(row);
  // Pinned messages show images in their chat's context, and drafts have images attached.
  for await (const rows of database.readRows("sessions")) {
    for (const row of rows) {
      const { context, knowledge } = z.parse(contextSchema, row).mask;
      for (const message of context) use(message);
      used.add(knowledgeId(knowledge) ?? "");
    }
    const chatIds = rows.map((row) => z.parse(idSchema, row).id);
    const records = await database.readTexts(chatIds.map(draftKey));
    for (const id of chatIds) {
      for (const stored of [readLocalDraft(storage, id), parseDraftText(records[draftKey(id)])]) {
        for (const url of stored?.draft.images ?? []) used.add(storedImageId(url) ?? url);
        for (const text of stored?.draft.texts ?? []) for (const blobId of documentIdsInText(text)) used.add(blobId);
      }
    }
  }
  // Masks made from a chat contain its pinned images. Image tasks and waiting messages have images, projects documents.
  const { masks, projects, imageTasks } = catalogue;
  const documents = await database.readTexts([masks.key, projects.key, imageTasks.key, waitingMessagesKey]);
  for (const text of Object.values(documents)) for (const id of blobIdsInText(text)) used.add(id);
  for (const id of [...used].filter(isDocumentId)) {
    const blob = await database.readBlob(id);
    if (blob?.type === knowledgeType) for (const each of blobIdsOfKnowledge(textOfBlob(blob))) used.add(each);
  }
  return used;
}
