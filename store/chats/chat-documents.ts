import type { ChatDocument } from "@/lib/chat/citation";
import { documentsIn } from "@/lib/chat/documents-in";
import { type Message, textOf } from "@/lib/chat/message";
import { useChats } from "@/store/chats/chats";

const none: readonly ChatDocument[] = [];

/** The documents of a thread, by its list of ids, which is another one after each added or removed message. */
const known = new WeakMap<readonly string[], readonly ChatDocument[]>();

/** Returns the stored documents of an open chat: of its messages in order, then of its mask. */
export function documentsOfChat(sessionId: string): readonly ChatDocument[] {
  const { threads, messages, sessions } = useChats.getState();
  const ids = threads[sessionId]?.ids;
  if (!ids) return none;
  const cached = known.get(ids);
  if (cached) return cached;
  const context = sessions.find(({ id }) => id === sessionId)?.mask.context ?? [];
  const found = [...ids.flatMap((id) => messages[id] ?? []), ...context].flatMap(documentsOf);
  known.set(ids, found.length > 0 ? found : none);
  return found;
}

function documentsOf(message: Pick<Message, "role" | "content">): readonly ChatDocument[] {
  return message.role === "user" ? documentsIn(textOf(message)) : none;
}
