import type { ChatSession } from "@/lib/chat/session";
import type { Database } from "@/lib/storage/database";
import { draftKey } from "@/lib/storage/draft-records";
import { removeLocalDraft } from "@/lib/storage/local-drafts";
import { pageStorage } from "@/store/base/page-storage";

/** Time in which another tab can restore a deleted chat, in milliseconds: far longer than a toast is shown. */
const undoMs = 10 * 60_000;

/** Removes the messages of chats that were deleted so long ago that nothing can restore them. Never throws. */
export async function purgeDeleted(
  database: Pick<Database, "purge" | "updateTexts">,
  deleted: readonly Pick<ChatSession, "id" | "deletedAt">[],
  now: number,
): Promise<void> {
  for (const { id, deletedAt = now } of deleted) {
    if (deletedAt >= now - undoMs) continue;
    removeLocalDraft(pageStorage(), id);
    await database
      .updateTexts([], () => ({ [draftKey(id)]: null }))
      .then(() => database.purge({ id, deletedAt }))
      .catch((error: unknown) => console.warn("Could not purge a deleted chat.", error));
  }
}
