import type { ImportedChat, NotUnderstood } from "@/lib/import/imported";

/** Used ids, each with the number of ids derived from it, so that the next free one is found immediately. */
type TakenIds = Map<string, number>;

/**
 * Assigns every chat and message of a file a unique id.
 *
 * A message id that occurs in two chats gets its chat's id as a prefix: NextChat once copied messages with their ids. A
 * chat that occurs twice with the same messages is skipped and reported.
 */
export function withUniqueIds(chats: readonly ImportedChat[]): { chats: ImportedChat[]; duplicates: NotUnderstood[] } {
  const contentsById = new Map<string, string>();
  const sessionIds: TakenIds = new Map();
  const messageIds: TakenIds = new Map();
  const unique: ImportedChat[] = [];
  const duplicates: NotUnderstood[] = [];
  for (const chat of chats) {
    const contents = chat.messages.map(({ id }) => id).join("\n");
    if (contentsById.get(chat.session.id) === contents) {
      duplicates.push({ where: chat.session.id, reason: "duplicate" });
      continue;
    }
    const id = freeId(chat.session.id, sessionIds);
    contentsById.set(id, contents);
    unique.push({ ...chat, session: { ...chat.session, id }, messages: withFreeIds(chat, id, messageIds) });
  }
  return { chats: unique, duplicates };
}

function withFreeIds({ messages }: ImportedChat, sessionId: string, taken: TakenIds): ImportedChat["messages"] {
  const renamed = new Map<string, string>();
  const named = messages.map((message) => {
    const id = freeId(taken.has(message.id) ? `${sessionId}:${message.id}` : message.id, taken);
    if (id !== message.id && !renamed.has(message.id)) renamed.set(message.id, id);
    return { ...message, id, sessionId };
  });
  if (renamed.size === 0) return named;
  return named.map((message) => {
    const parentId = message.parentId === undefined ? undefined : renamed.get(message.parentId);
    return parentId === undefined ? message : { ...message, parentId };
  });
}

function freeId(wanted: string, taken: TakenIds): string {
  let count = taken.get(wanted) ?? 0;
  let id = wanted;
  while (taken.has(id)) {
    count += 1;
    id = `${wanted}~${count + 1}`;
  }
  taken.set(wanted, count);
  if (id !== wanted) taken.set(id, 0);
  return id;
}
