import { isPhone } from "@/components/ui/is-phone";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { screenAddress } from "@/lib/platform/build-info";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { openThread } from "@/store/chats/thread";
import { useSettings } from "@/store/settings/settings";
import { chatHref, newChatDefaults } from "./use-chat-actions";

/**
 * Opens what the user wants to start with, if the app was opened at home: the list of chats, the last chat or a new one.
 * On wide screens, list and chat are beside each other. A link that asks for something else takes precedence.
 */
export function applyStartWith(path: string): void {
  const { startWith } = useSettings.getState();
  if (path !== "/" || startWith === "list" || window.openedLink) return;
  const { currentId, newChat } = useChats.getState();
  const id = startWith === "new" ? newChat(newChatDefaults()) : currentId;
  if (isPhone() && id !== "") history.replaceState(null, "", screenAddress(chatHref(id)));
}

/** Maximum time that the first render waits for the messages of its chat, in milliseconds. */
const maxWaitMs = 100;

/**
 * Reads the messages of the chat in the first render. Read later, they would appear later, and a store that changes during
 * a time-sliced render makes React repeat it whole. A long chat is not waited for.
 */
export async function readFirstChat(path: string): Promise<void> {
  const requested = new URLSearchParams(location.search).get("id");
  const isList = path === "/" && requested === null && isPhone();
  if (isList || (path !== "/" && path !== "/chat")) return;
  const chats = useChats.getState();
  const id = requested ?? chats.currentId;
  if (sessionOf(chats, id)) await Promise.race([openThread(id), browserEnvironment.delay(maxWaitMs)]);
}
