import { type ChatSession, isWholeHead, previewOf } from "@/lib/chat/session";
import { sessionSchema } from "@/lib/chat/session-schema";
import { isRecord, parseJson } from "@/lib/json";
import { inThreadOrder, isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { Changes, SessionPatch } from "@/lib/storage/database-records";
import { messageRecordSchema } from "@/lib/storage/record-schemas";
import { type ListableStorage, unsavedKeys } from "@/lib/storage/unsaved-changes";
import * as z from "@/lib/zod";

const patchSchema: z.ZodMiniType<SessionPatch> = z.looseObject({ id: z.string().check(z.minLength(1)) });

/** Validation of stored changes. Streaming replies are whole in them, because another tab continues from them. */
const changesSchema: z.ZodMiniType<Changes> = z.object({
  patchSessions: z.array(patchSchema),
  putMessages: z.array(messageRecordSchema),
  growMessages: z.array(z.never()).check(z.maxLength(0)),
  deleteMessages: z.array(z.string()),
  deletedFrom: z.optional(z.array(z.string())),
});

/** Changes that an earlier tab left behind, and the function that removes them after they are written. */
interface UnsavedChanges {
  readonly changes: Changes;
  forget(): void;
}

/** Returns the changes that earlier tabs left behind. Invalid texts remain in place. */
export function readUnsavedChanges(storage: ListableStorage): UnsavedChanges[] {
  return unsavedKeys(storage).flatMap((key) => {
    const parsed = z.safeParse(changesSchema, parseJson(storage.getItem(key) ?? ""));
    return parsed.success ? [{ changes: parsed.data, forget: () => storage.removeItem(key) }] : [];
  });
}

/** Writes the changes that earlier tabs left behind. Those that fail remain for the next start. */
export async function writeUnsavedChanges(
  database: Pick<Database, "write" | "readSome" | "readRows">,
  storage: ListableStorage,
  onFailure: (thrown: unknown) => void,
): Promise<void> {
  for (const { changes, forget } of readUnsavedChanges(storage)) {
    try {
      await database.write(await withHeads(changes, database));
      forget();
    } catch (thrown) {
      onFailure(thrown);
    }
  }
}

/**
 * Adds heads for chats of which only messages are left, because the database may have been deleted while their tab was
 * open. Messages of permanently deleted chats are skipped. So no message is written without its chat.
 */
async function withHeads(changes: Changes, database: Pick<Database, "readSome" | "readRows">): Promise<Changes> {
  const { patchSessions, putMessages } = changes;
  const headless = new Set(putMessages.map(({ sessionId }) => sessionId));
  for (const patch of patchSessions) if (isWholeHead(patch)) headless.delete(patch.id);
  const { sessions } = await database.readSome({ sessions: [...headless], messages: [] });
  for (const { id } of sessions) headless.delete(id);
  if (headless.size === 0) return changes;
  const deleted = new Set<unknown>();
  for await (const rows of database.readRows("tombstones")) {
    for (const row of rows) if (isRecord(row)) deleted.add(row.id);
  }
  const made = [...headless]
    .filter((id) => !deleted.has(id))
    .map((id) =>
      makeHead(
        putMessages.filter(({ sessionId }) => sessionId === id),
        patchSessions.find((patch) => patch.id === id) ?? { id },
      ),
    );
  return {
    ...changes,
    patchSessions: [...patchSessions.filter(({ id }) => !headless.has(id)), ...made],
    putMessages: putMessages.filter(({ sessionId }) => !headless.has(sessionId) || !deleted.has(sessionId)),
  };
}

/** Returns a head for messages, with the known fields. */
function makeHead(messages: readonly MessageRecord[], known: SessionPatch): ChatSession {
  const shown = inThreadOrder(messages.filter(isShown));
  const question = shown.find(({ role }) => role === "user");
  const lastUpdate = Math.max(0, ...messages.map(({ date }) => date));
  return z.parse(sessionSchema, {
    ...(question && { preview: previewOf(question) }),
    lastUpdate,
    order: lastUpdate,
    messageCount: shown.length,
    ...known,
    mask: { id: known.id },
  });
}
