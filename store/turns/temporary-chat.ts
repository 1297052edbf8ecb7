import { newSession } from "@/lib/chat/session";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useChats } from "@/store/chats/chats";
import type { NewChatDefaults } from "@/store/chats/chats-state";
import { markTemporary } from "@/store/turns/temporary-marks";

/** Returns the title with which a temporary chat is started, by its number from 1 on. */
export type StartTitle = (number: number) => string;

/** Adds a temporary chat and opens it. Its title has the lowest number that no open one has. Returns its id. */
export function startTemporaryChat(
  titleOf: StartTitle,
  defaults: NewChatDefaults,
  { now, newId } = browserEnvironment,
): string {
  const { sessions, adopt } = useChats.getState();
  const session = newSession({ id: newId(), maskId: newId(), now: now(), others: sessions, ...defaults });
  const topics = new Set(sessions.flatMap(({ isTemporary, topic }) => (isTemporary ? topic : [])));
  let number = 1;
  while (topics.has(titleOf(number))) number += 1;
  adopt({ ...session, topic: titleOf(number), isTemporary: true }, []);
  markTemporary(session.id);
  return session.id;
}
