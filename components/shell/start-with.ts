import { isPhone } from "@/components/ui/is-phone";
import { screenAddress } from "@/lib/platform/build-info";
import { useChats } from "@/store/chats/chats";
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
