import type { Mask } from "@/lib/chat/mask";
import { type ChatSession, isUntouched, newSession, topOf } from "@/lib/chat/session";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { isSameValue } from "@/lib/sync/fingerprint";
import { useLocale } from "@/store/base/locale";
import { useChats } from "@/store/chats/chats";
import { useSettings } from "@/store/settings/settings";

/**
 * Starts a chat with a copy of a mask, under the mask's name. Reuses the untouched chat at the top, so that a double
 * click does not create two chats. Returns its id.
 */
export function startChat(given: Mask, { now, newId } = browserEnvironment): string {
  const { sessions, adopt, patchSession } = useChats.getState();
  const { modelConfig } = useSettings.getState();
  const mask = { ...given, modelConfig: given.syncGlobalConfig ? modelConfig : given.modelConfig };
  const top = topOf(sessions);
  if (top && isFree(top, mask)) {
    patchSession(top.id, { topic: mask.name, mask });
    return top.id;
  }
  const id = newId();
  const lang = useLocale.getState().code;
  const session = newSession({ id, maskId: mask.id, now: now(), lang, modelConfig, others: sessions });
  adopt({ ...session, topic: mask.name, mask }, []);
  return id;
}

/** Whether an untouched chat has no mask, or this one in its current form. */
function isFree(session: ChatSession, mask: Mask): boolean {
  if (session.mask.name === "" && isUntouched(session)) return true;
  return session.messageCount === 0 && session.topic === mask.name && isSameValue(session.mask, mask);
}
