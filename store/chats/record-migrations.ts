import { readContent } from "@/lib/chat/content-schema";
import { extractImages, hasInlineImages } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { ContentExchange } from "@/lib/storage/database-records";
import type { KeyValueStorage } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { useChats } from "@/store/chats/chats";
import { type TabContext, tabContext } from "@/store/records/records";

/** The key in localStorage of the version of the stored records. */
export const recordVersionKey = localKeys.recordVersion;

/**
 * A migration of the stored records to a newer version. Records of the older version stay readable. So a step can run
 * after the first screen, and an interrupted one continues at the next start.
 */
interface RecordMigration {
  readonly to: number;
  /** Whether any record needs this step. If so, a backup is made first. */
  isNeeded(database: Database): Promise<boolean>;
  run(database: Database, context: TabContext): Promise<void>;
}

/** Version 1 had images inside messages. */
const migrations: readonly RecordMigration[] = [{ to: 2, isNeeded: hasImagesInside, run: moveImagesToRecords }];

/** Migrates the stored records to the current version, after a backup. */
export async function migrateRecords(
  storage: KeyValueStorage,
  takeBackup: (reason: "migration") => Promise<void>,
  context = tabContext,
): Promise<void> {
  const database = context.records.requireDatabase();
  const version = Number(storage.getItem(recordVersionKey) ?? 1);
  for (const step of migrations.filter(({ to }) => to > version)) {
    if (await step.isNeeded(database)) {
      await takeBackup("migration");
      await step.run(database, context);
    }
    storage.setItem(recordVersionKey, String(step.to));
  }
}

async function hasImagesInside(database: Database): Promise<boolean> {
  for await (const rows of messageRows(database)) if (rows.some(hasInlineImages)) return true;
  return false;
}

async function moveImagesToRecords(database: Database, { env, records }: TabContext): Promise<void> {
  for await (const rows of messageRows(database)) {
    const inline = rows.filter((row) => !row.streaming && hasInlineImages(row));
    // One at a time, because a few large images already fill a tab's memory.
    for (const row of inline) {
      const { message, blobs } = extractImages(row, { newId: env.newId, at: row.date || env.now() });
      const exchange: ContentExchange = { id: row.id, from: row.content, to: message.content };
      await database.exchangeContents([exchange], blobs);
      const changed = { sessions: [], messages: [{ id: row.id, sessionId: row.sessionId }], removed: [] };
      records.otherTabs?.tellChanged(changed);
      const { messages } = await database.readSome({ sessions: [], messages: [row.id] });
      useChats.getState().takeMessages(messages);
    }
  }
}

/** Returns all messages in batches. Rows that are not messages are skipped: they have no images either. */
async function* messageRows(database: Database): AsyncGenerator<MessageRecord[]> {
  for await (const rows of database.readRows("messages")) {
    yield rows.filter((row): row is MessageRecord => readContent(row) !== undefined);
  }
}
