import { hasPendingImages, type PendingWork } from "@/store/base/pending-work";
import { useChats } from "@/store/chats/chats";
import { useDrafts } from "@/store/chats/drafts";
import { isAnswering } from "@/store/turns/turns";

/** Returns the kinds of work that a reload would interrupt. */
export function getPendingWork(): PendingWork[] {
  const isAttaching = Object.values(useDrafts.getState().attaching).some((count) => count > 0);
  const hasTemporary = useChats.getState().sessions.some((each) => each.isTemporary && each.messageCount > 0);
  const work = [
    isAnswering() && "replies",
    hasPendingImages() && "images",
    isAttaching && "attachments",
    hasTemporary && "temporary",
  ] as const;
  return work.filter((kind) => kind !== false);
}
