import { newSession } from "@/lib/chat/session";
import { toAppError } from "@/lib/errors";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import type { NewChatDefaults } from "@/store/chats/chats-state";
import { storeInlineImages } from "@/store/chats/images";
import { afterTurn } from "@/store/turns/after-turn";
import { draftPersistence } from "@/store/turns/draft-persistence";
import { useTurns } from "@/store/turns/turns";
import { storeWaitingMessages } from "@/store/turns/waiting-persistence";

/** Adds a temporary chat with a title and opens it. Returns its id. */
export function startTemporaryChat(
  topic: string,
  defaults: NewChatDefaults,
  { now, newId } = browserEnvironment,
): string {
  const { sessions, adopt } = useChats.getState();
  const session = newSession({ id: newId(), maskId: newId(), now: now(), others: sessions, ...defaults });
  adopt({ ...session, topic, isTemporary: true }, []);
  return session.id;
}

/**
 * Stores a temporary chat with its messages, images and draft from now on. If it still has the title it was started
 * with, it gets one of its own.
 */
export async function keepTemporaryChat(sessionId: string, startTitle: string): Promise<void> {
  const { keep, patchSession, sessions } = useChats.getState();
  keep(sessionId);
  if (sessions.find(({ id }) => id === sessionId)?.topic === startTitle) patchSession(sessionId, { topic: "" });
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
