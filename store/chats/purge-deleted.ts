import type { ChatSession } from "@/lib/chat/session";
import type { Database } from "@/lib/storage/database";
import { forgetDraft } from "@/store/chats/drafts";

/** Time in which another tab can restore a deleted chat, in milliseconds: far longer than a toast is shown. */
const undoMs = 10 * 60_000;

/** Removes the messages of chats that were deleted so long ago that nothing can restore them. Never throws. */
export async function purgeDeleted(
  database: Pick<Database, "purge">,
  deleted: readonly Pick<ChatSession, "id" | "deletedAt">[],
  now: number,
): Promise<void> {
  for (const { id, deletedAt = now } of deleted) {
    if (deletedAt >= now - undoMs) continue;
    forgetDraft(id);
    await database
      .purge({ id, deletedAt })
      .catch((error: unknown) => console.warn("A deleted chat could not be purged.", error));
  }
}
