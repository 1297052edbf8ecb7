import type { ChatSession } from "@/lib/chat/session";
import type { MessageRecord } from "@/lib/storage/catalogue";
import type { Changes } from "@/lib/storage/database-records";
import { useChats } from "@/store/chats/chats";
import type { ChatsStore } from "@/store/chats/chats-state";
import type { Journal } from "@/store/records/journal";

/**
 * Maximum length of the messages that are stored beside the changed ones, in characters. localStorage takes about 5
 * million for the whole origin, and takes all or nothing of them.
 */
const maxUnchangedChars = 2_000_000;

type ChatsInMemory = Pick<ChatsStore, "sessions" | "messages">;

/** Returns the chats that changed since the database was lost, whole: nothing else of them is stored. */
export function changedChats(journal: Pick<Journal, "unwritten">): Changes {
  return wholeChats(journal.unwritten(), useChats.getState(), maxUnchangedChars);
}

/** Returns all chats whose messages are in memory, as changes that store them. */
export function chatsInMemory(journal: Pick<Journal, "unwritten">): Changes {
  const changes = journal.unwritten();
  const { sessions, messages } = useChats.getState();
  const opened = new Set(Object.values(messages).map(({ sessionId }) => sessionId));
  const heads = sessions.filter(({ id, isTemporary }) => opened.has(id) && !isTemporary);
  return wholeChats({ ...changes, patchSessions: [...changes.patchSessions, ...heads] }, { sessions, messages });
}

/**
 * Completes changes so that they can be stored without the rows that they change. Of each changed chat they then
 * contain the whole head and, up to a limit, all messages in memory. Messages of chats that are not in memory are
 * skipped, because those chats were deleted.
 */
export function wholeChats(
  { patchSessions, putMessages, deleteMessages }: Changes,
  { sessions, messages }: ChatsInMemory,
  maxChars = Number.POSITIVE_INFINITY,
): Changes {
  const changedIds = new Set([...patchSessions.map(({ id }) => id), ...putMessages.map(({ sessionId }) => sessionId)]);
  const heads = new Map<string, ChatSession>();
  for (const head of sessions) if (changedIds.has(head.id) && !head.isDamaged) heads.set(head.id, head);
  const isOfHead = ({ sessionId }: MessageRecord) => heads.has(sessionId);
  const putIds = new Set(putMessages.map(({ id }) => id));
  const unchanged = Object.values(messages).filter((record) => isOfHead(record) && !putIds.has(record.id));
  const isWithinLimit = maxChars === Number.POSITIVE_INFINITY || JSON.stringify(unchanged).length <= maxChars;
  return {
    patchSessions: [...patchSessions.filter(({ id }) => !heads.has(id)), ...heads.values()],
    putMessages: [...(isWithinLimit ? unchanged : []), ...putMessages.filter(isOfHead)],
    growMessages: [],
    deleteMessages,
  };
}
