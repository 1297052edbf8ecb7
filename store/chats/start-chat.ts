import type { Mask } from "@/lib/chat/mask";
import { type ChatSession, isUntouched, newSession, topOf } from "@/lib/chat/session";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { isSameValue } from "@/lib/sync/fingerprint";
import { useLocale } from "@/store/base/locale";
import { useChats } from "@/store/chats/chats";
import { useSettings } from "@/store/settings/settings";

/** The copies of masks that chats were started with. A change of a chat's mask replaces its copy. */
const startedWith = new WeakSet<Mask>();

/** The choices for a new chat. */
interface NewChatOptions {
  readonly projectId?: string | undefined;
  /** Ids of chats with waiting messages. They are not reused, because a message would go to another model. */
  readonly waitingIds?: ReadonlySet<string>;
}

/**
 * Starts a chat with a copy of a mask, under the mask's name. Reuses the untouched chat at the top, or one of the
 * project, with its draft, so that a double click or a second choice does not create two chats. Returns its id.
 */
export function startChat(
  given: Mask,
  { projectId, waitingIds = new Set() }: NewChatOptions = {},
  { now, newId } = browserEnvironment,
): string {
  const { sessions, adopt, patchSession } = useChats.getState();
  const { modelConfig } = useSettings.getState();
  const mask = { ...given, modelConfig: given.syncGlobalConfig ? modelConfig : given.modelConfig };
  startedWith.add(mask);
  const free = freeChat(sessions, mask, projectId);
  if (free && !waitingIds.has(free.id)) {
    patchSession(free.id, { topic: mask.name, mask });
    return free.id;
  }
  const id = newId();
  const lang = useLocale.getState().code;
  const session = newSession({ id, maskId: mask.id, now: now(), lang, modelConfig, others: sessions });
  adopt({ ...session, topic: mask.name, mask, ...(projectId !== undefined && { projectId }) }, []);
  return id;
}

/** Returns the unused chat at the top, or one of a project. */
function freeChat(sessions: readonly ChatSession[], mask: Mask, projectId: string | undefined) {
  if (projectId !== undefined) return sessions.find((session) => isEmptyIn(session, projectId, mask));
  const top = topOf(sessions);
  return top && isFree(top, mask) ? top : undefined;
}

function isEmptyIn({ projectId: own, ...session }: ChatSession, projectId: string, mask: Mask): boolean {
  return own === projectId && isFree(session, mask);
}

/** Whether an unused chat has no mask, an unchanged one, or this one in its current form. */
function isFree(session: ChatSession, mask: Mask): boolean {
  if (session.mask.name === "" && isUntouched(session)) return true;
  if (session.messageCount > 0 || session.topic !== session.mask.name) return false;
  return startedWith.has(session.mask) || isSameValue(session.mask, mask);
}
