import type { Mask } from "@/lib/chat/mask";
import { isUntouched, newSession, topOf } from "@/lib/chat/session";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { useChats } from "@/store/chats";
import { useLocale } from "@/store/locale";
import { useSettings } from "@/store/settings";

const { now, newId } = browserEnvironment;

/**
 * Starts a chat with a copy of a mask, under the mask's name (§3.12): a new one, or the untouched one that already stands
 * on top. Answers its id.
 */
export function startChat(given: Mask): string {
  const { sessions, adopt, patchSession } = useChats.getState();
  const { modelConfig } = useSettings.getState();
  const mask = { ...given, modelConfig: given.syncGlobalConfig ? modelConfig : given.modelConfig };
  const top = topOf(sessions);
  if (top && isUntouched(top) && top.mask.name === "") {
    patchSession(top.id, { topic: mask.name, mask });
    return top.id;
  }
  const id = newId();
  const lang = useLocale.getState().code;
  const session = newSession({ id, maskId: mask.id, now: now(), lang, modelConfig, others: sessions });
  adopt({ ...session, topic: mask.name, mask }, []);
  return id;
}
