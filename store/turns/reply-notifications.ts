import { toAppError } from "@/lib/errors";
import { brand } from "@/lib/platform/brand";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { basePath } from "@/lib/platform/build-info";
import { notificationAccess, onOpenedChat, showNotification } from "@/lib/platform/notifications";
import { storageError } from "@/lib/storage/documents";
import { localKeys } from "@/lib/storage/local-keys";
import { useLocale } from "@/store/base/locale";
import { pageStorage } from "@/store/base/page-storage";
import { report } from "@/store/base/ui";
import { useChats } from "@/store/chats/chats";
import { messageNow, sessionOf } from "@/store/chats/chats-state";
import { useTurns } from "@/store/turns/turns";

/** Time after the end of a reply in which the next one of the chat may begin, in milliseconds. */
const followUpMs = 500;

/** Whether replies that end in the background are notified on this device. */
export function areRepliesNotified(): boolean {
  return pageStorage().getItem(localKeys.replyNotifications) === "on" && notificationAccess() === "granted";
}

/** Stores whether replies that end in the background are notified on this device. */
export function setRepliesNotified(isOn: boolean): void {
  try {
    if (isOn) pageStorage().setItem(localKeys.replyNotifications, "on");
    else pageStorage().removeItem(localKeys.replyNotifications);
  } catch (thrown) {
    report(storageError(thrown));
  }
}

type RepliesByChat = Readonly<Record<string, string>>;

/** Returns the replies that ended between two states, as pairs of chat id and message id. */
export function endedReplies(before: RepliesByChat, after: RepliesByChat): readonly (readonly [string, string])[] {
  return Object.entries(before).filter(([chatId, replyId]) => after[chatId] !== replyId);
}

/**
 * Shows a notification for each reply of this tab that ends while the tab is hidden, if that is turned on. Other tabs
 * do not run the reply, so there is one notification. Returns the function that ends it.
 */
export function startReplyNotifications(open: (chatId: string) => void): () => void {
  const openKnown = (chatId: string) => {
    if (sessionOf(useChats.getState(), chatId)) open(chatId);
  };
  const ends = [
    onOpenedChat(openKnown),
    useTurns.subscribe(({ inFlight }, before) => {
      if (inFlight === before.inFlight || !document.hidden || !areRepliesNotified()) return;
      for (const [chatId, replyId] of endedReplies(before.inFlight, inFlight)) {
        void notifyOf(chatId, replyId, openKnown).catch((thrown: unknown) => report(toAppError(thrown)));
      }
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** Shows the chat's title, unless the user stopped the reply, has returned, or another reply follows. */
async function notifyOf(chatId: string, replyId: string, open: (chatId: string) => void): Promise<void> {
  await browserEnvironment.delay(followUpMs);
  const session = sessionOf(useChats.getState(), chatId);
  const isStopped = messageNow(useChats.getState(), replyId)?.stopped === true;
  if (!session || isStopped || !document.hidden || chatId in useTurns.getState().inFlight) return;
  const { chat } = await useLocale.getState().loadAll();
  const notification = {
    title: brand.name,
    // The list shows the first question of a chat without a title, but a notification may be seen by others.
    body: session.topic || chat.untitled,
    icon: `${basePath}/icon-192.png`,
    chatId,
  };
  await showNotification(notification, () => open(chatId));
}
