import type { Message } from "@/lib/chat/message";
import { newSession, previewOf } from "@/lib/chat/session";
import { toAppError } from "@/lib/errors";
import type { SharedChat } from "@/lib/links/shared-item";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { hasInlineImages } from "@/lib/storage/blobs";
import type { MessageRecord } from "@/lib/storage/catalogue";
import { useLocale } from "@/store/base/locale";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { storeInlineImages } from "@/store/chats/images";
import { useSettings } from "@/store/settings/settings";

/** The copies of this tab, by the content that was copied. */
const copies = new WeakMap<SharedChat, string>();

/**
 * Copies the chat of a link into a new chat of this device. Returns its id; that of the copy if this content was copied
 * before in this tab and is still there.
 */
export function continueShared(shared: SharedChat, { now, newId } = browserEnvironment): string {
  const { sessions, adopt, select } = useChats.getState();
  const earlier = sessions.find((session) => session.id === copies.get(shared));
  if (earlier) {
    select(earlier.id);
    return earlier.id;
  }
  const id = newId();
  copies.set(shared, id);
  const { modelConfig } = useSettings.getState();
  const lang = useLocale.getState().code;
  const session = newSession({ id, maskId: newId(), now: now(), lang, modelConfig, others: sessions });
  const messages = recordsOf(shared, id);
  const question = messages.find(({ role }) => role === "user");
  adopt(
    {
      ...session,
      topic: shared.title,
      ...(question && { preview: previewOf(question) }),
      messageCount: messages.length,
    },
    messages,
  );
  for (const message of messages.filter(hasInlineImages)) {
    storeInlineImages(message.id).catch((thrown: unknown) => report(toAppError(thrown)));
  }
  return id;
}

function recordsOf({ messages, date }: SharedChat, sessionId: string): MessageRecord[] {
  return messages.map(({ role, content, model, reasoning, sources }, index) => {
    const message: Message = {
      id: `${sessionId}:${index}`,
      role,
      content,
      date,
      ...(model && { model }),
      ...(reasoning && { reasoning }),
      ...(sources && { sources }),
    };
    return { ...message, sessionId, seq: index + 1 };
  });
}
