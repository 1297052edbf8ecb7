import { newSession } from "@/lib/chat/session";
import { toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import type { NewChatDefaults } from "@/store/chats/chats-state";
import { storeInlineImages } from "@/store/chats/images";
import { afterTurn } from "@/store/turns/after-turn";
import { draftPersistence } from "@/store/turns/draft-persistence";
import { markTemporary, unmarkTemporary } from "@/store/turns/temporary-marks";
import { useTurns } from "@/store/turns/turns";
import { storeWaitingMessages } from "@/store/turns/waiting-persistence";

/** Returns the title with which a temporary chat is started, by its number from 1 on. */
type StartTitle = (number: number) => string;

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

/**
 * Stores a temporary chat with its messages, images and draft from now on. If it still has the title it was started
 * with, it gets one of its own.
 */
export async function keepTemporaryChat(sessionId: string, titleOf: StartTitle): Promise<void> {
  const { keep, patchSession, sessions } = useChats.getState();
  keep(sessionId);
  unmarkTemporary(sessionId);
  const topic = sessions.find(({ id }) => id === sessionId)?.topic ?? "";
  if (topic === titleOf(Number(/\d+/.exec(topic)?.[0] ?? 1))) patchSession(sessionId, { topic: "" });
  draftPersistence.follow(sessionId);
  try {
    await storeWaitingMessages();
    const own = Object.values(useChats.getState().messages).filter((message) => message.sessionId === sessionId);
    for (const { id } of own) await storeInlineImages(id);
  } catch (thrown) {
    report(toAppError(thrown));
  }
  // A reply that is still written gets them when it ends.
  if (useTurns.getState().inFlight[sessionId] === undefined) await afterTurn.turnEnded(sessionId);
}
