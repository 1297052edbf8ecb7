import { forkChat, partUpTo } from "@/lib/chat/fork";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useChats } from "@/store/chats/chats";
import { messageNow } from "@/store/chats/chats-state";

/**
 * Copies an opened chat, whole or up to one of its messages, with a suffix to its title, and opens the copy. Returns
 * its id, or undefined if the chat's messages are not loaded.
 */
export function forkSession(
  sessionId: string,
  suffix: string,
  lastId?: string,
  { now, newId } = browserEnvironment,
): string | undefined {
  const chats = useChats.getState();
  const session = chats.sessions.find(({ id }) => id === sessionId);
  const thread = chats.threads[sessionId];
  if (!session || thread?.status !== "ready") return undefined;
  const ids = [...thread.ids, ...Object.values(thread.asides).flat()];
  const messages = ids.flatMap((id) => messageNow(chats, id) ?? []);
  const id = newId();
  const whole = { session, messages };
  const part = lastId === undefined ? whole : partUpTo(whole, lastId);
  const fork = forkChat(part, { id, newId, now: now(), others: chats.sessions, suffix });
  chats.adopt(
    fork.session,
    fork.messages.map((message) => ({ ...message, sessionId: id })),
  );
  return id;
}
