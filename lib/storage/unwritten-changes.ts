import * as v from "valibot";
import { type ChatSession, isWholeHead, previewOf, sessionSchema } from "@/lib/chat/session";
import { isRecord } from "@/lib/fields/fields";
import { catalogue, inThreadOrder, isShown, type MessageRecord } from "@/lib/storage/catalogue";
import type { Database } from "@/lib/storage/database";
import type { Changes, SessionPatch } from "@/lib/storage/database-records";
import { type ListableStorage, unwrittenKeys } from "@/lib/storage/last-words";

const patchSchema: v.GenericSchema<unknown, SessionPatch> = v.looseObject({ id: v.pipe(v.string(), v.minLength(1)) });

/** Validation of stored changes. Streaming replies are whole in them, because another tab continues from them. */
const changesSchema: v.GenericSchema<unknown, Changes> = v.object({
  patchSessions: v.array(patchSchema),
  putMessages: v.array(catalogue.messages.schema),
  growMessages: v.pipe(v.array(v.never()), v.maxLength(0)),
  deleteMessages: v.array(v.string()),
});

/** Changes that an earlier tab left behind, and the function that removes them after they are written. */
interface UnwrittenChanges {
  readonly changes: Changes;
  forget(): void;
}

/** Returns the changes that earlier tabs left behind. Invalid texts remain in place. */
export function readUnwrittenChanges(storage: ListableStorage): UnwrittenChanges[] {
  return unwrittenKeys(storage).flatMap((key) => {
    const parsed = v.safeParse(changesSchema, parseJson(storage.getItem(key)));
    return parsed.success ? [{ changes: parsed.output, forget: () => storage.removeItem(key) }] : [];
  });
}

/** Writes the changes that earlier tabs left behind. Those that fail remain for the next start. */
export async function writeUnwrittenChanges(
  database: Pick<Database, "write" | "readSome" | "readRows">,
  storage: ListableStorage,
  onFailure: (thrown: unknown) => void,
): Promise<void> {
  for (const { changes, forget } of readUnwrittenChanges(storage)) {
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
  return v.parse(sessionSchema, {
    ...(question && { preview: previewOf(question) }),
    lastUpdate,
    order: lastUpdate,
    messageCount: shown.length,
    ...known,
    mask: { id: known.id },
  });
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
