import { sourceId } from "@/lib/import/content-id";
import type { DraftMessage } from "@/lib/import/draft-chat";
import type { Format } from "@/lib/import/imported";
import { plainMessages } from "@/lib/import/plain-messages";
import { type ReadDraft, type Report, readChats } from "@/lib/import/read-chats";
import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";

const prefix = "session:";

/** Format of Chatbox's export: its storage by key, with one chat under each `session:…`. */
export const chatbox: Format = {
  id: "chatbox",
  detects: (top) => isRecord(top) && Object.keys(top).some((key) => key.startsWith(prefix)),
  read: (value, context) => readChats("chatbox", { items: chatsIn(recordOf(value)) }, draftOf, context),
};

/** Returns the chats of a file. A session contains earlier threads besides the current one; each becomes a chat. */
function chatsIn(file: JsonRecord): JsonRecord[] {
  const listed = new Map(listOf(file["chat-sessions-list"]).map((head) => [recordOf(head).id, recordOf(head)]));
  return Object.entries(file).flatMap(([key, value]) => {
    if (!key.startsWith(prefix)) return [];
    const id = key.slice(prefix.length);
    const session: JsonRecord = { name: recordOf(listed.get(id)).name, ...recordOf(value), id };
    const threads = listOf(session.threads).map((thread): JsonRecord => {
      const { id: threadId, name, messages } = recordOf(thread);
      return { id: `${id}:${sourceId(threadId) ?? stringOf(name)}`, name: name ?? session.name, messages };
    });
    return [session, ...threads];
  });
}

function draftOf(session: JsonRecord, report: Report): ReadDraft {
  return {
    id: sourceId(session.id),
    topic: stringOf(session.name),
    messages: [...plainMessages(session.messages, shape, report), ...hiddenMessagesIn(session, report)],
  };
}

const shape = {
  role: ({ role }: JsonRecord) => role,
  content: ({ contentParts, content }: JsonRecord) => (Array.isArray(contentParts) ? contentParts : content),
  id: ({ id }: JsonRecord) => id,
  date: ({ timestamp }: JsonRecord) => timestamp,
  model: ({ model }: JsonRecord) => model,
};

/** Returns the hidden branches after a message; the branch at `position` is the visible one. */
function hiddenMessagesIn({ messageForksHash }: JsonRecord, report: Report): DraftMessage[] {
  return Object.entries(recordOf(messageForksHash)).flatMap(([forkedAt, fork]) => {
    const { position, lists } = recordOf(fork);
    return listOf(lists).flatMap((list, place): DraftMessage[] => {
      if (place === position) return [];
      let parentId: string | undefined = forkedAt;
      return plainMessages(recordOf(list).messages, { ...shape, list: "messageForksHash" }, report).map((message) => {
        const hidden: DraftMessage = { ...message, parentId, isAside: true };
        parentId = message.id;
        return hidden;
      });
    });
  });
}
