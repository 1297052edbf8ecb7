import { toAppError } from "@/lib/errors";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { storeInlineImages } from "@/store/chats/images";
import { afterTurn } from "@/store/turns/after-turn";
import { draftPersistence } from "@/store/turns/draft-persistence";
import type { StartTitle } from "@/store/turns/temporary-chat";
import { unmarkTemporary } from "@/store/turns/temporary-marks";
import { useTurns } from "@/store/turns/turns";
import { storeWaitingMessages } from "@/store/turns/waiting-persistence";

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
