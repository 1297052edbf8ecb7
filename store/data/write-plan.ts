import type { ImportPlan } from "@/lib/import/plan";
import type { Database } from "@/lib/storage/database";

/**
 * Writes the planned records in one transaction. Throws AppError; then nothing was written.
 *
 * @param restoredIds deleted chats that are restored if they grow
 */
export async function writePlan(
  database: Database,
  { newSessions, newMessages, newBlobs, grownChats }: ImportPlan,
  restoredIds: ReadonlySet<string> = new Set(),
): Promise<void> {
  const grownIds = grownChats.map(({ sessionId }) => sessionId);
  const { sessions } = await database.readSome({ sessions: grownIds, messages: [] });
  const gains = new Map(grownChats.map((gain) => [gain.sessionId, gain]));
  const patchSessions = sessions.flatMap(({ id, messageCount, lastUpdate }) => {
    const gain = gains.get(id);
    if (!gain) return [];
    const grown = { messageCount: messageCount + gain.shownCount, lastUpdate: Math.max(lastUpdate, gain.lastUpdate) };
    return [{ id, ...grown, ...(restoredIds.has(id) && { deletedAt: null }) }];
  });
  await database.putAll({ sessions: newSessions, messages: newMessages, blobs: newBlobs, patchSessions });
}
