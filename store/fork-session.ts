import { forkChat } from "@/lib/chat/fork";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { messageNow, useChats } from "@/store/chats";

const { now, newId } = browserEnvironment;

/**
 * Copies an opened chat, with a word behind its title, and opens the copy. Answers its id; nothing where the chat's
 * messages are not read.
 */
export function forkSession(sessionId: string, suffix: string): string | undefined {
  const chats = useChats.getState();
  const session = chats.sessions.find(({ id }) => id === sessionId);
  const thread = chats.threads[sessionId];
  if (!session || thread?.status !== "ready") return undefined;
  const ids = [...thread.ids, ...Object.values(thread.asides).flat()];
  const messages = ids.flatMap((id) => messageNow(chats, id) ?? []);
  const id = newId();
  const fork = forkChat({ session, messages }, { id, newId, now: now(), others: chats.sessions, suffix });
  chats.adopt(
    fork.session,
    fork.messages.map((message) => ({ ...message, sessionId: id })),
  );
  return id;
}
