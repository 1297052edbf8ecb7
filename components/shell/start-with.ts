import { loadFormulas } from "@/components/markdown/markdown";
import { isPhone } from "@/components/ui/is-phone";
import { textOf } from "@/lib/chat/message";
import { mayHaveFormulas } from "@/lib/markdown/may-have-formulas";
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
const maxReadMs = 100;
/** Maximum time that it waits for the code and fonts of their formulas, in milliseconds. */
const maxFormulasMs = 500;
/** Number of messages at the end of a chat whose formulas are waited for: more do not fit on a screen. */
const shownCount = 12;

/**
 * Reads the messages of the chat in the first render. Read later, they would appear later, and a store that changes during
 * a time-sliced render makes React repeat it whole. A long chat is not waited for.
 *
 * Formulas in the messages need KaTeX at the first paint: typeset later, they would move the text that is being read.
 */
export async function readFirstChat(path: string): Promise<void> {
  const requested = new URLSearchParams(location.search).get("id");
  const isList = path === "/" && requested === null && isPhone();
  if (isList || (path !== "/" && path !== "/chat")) return;
  const chats = useChats.getState();
  const id = requested ?? chats.currentId;
  if (!sessionOf(chats, id)) return;
  const { delay } = browserEnvironment;
  await Promise.race([openThread(id), delay(maxReadMs)]);
  if (lastTexts(id).some(mayHaveFormulas)) await Promise.race([loadFormulas(), delay(maxFormulasMs)]);
}

function lastTexts(sessionId: string): string[] {
  const { threads, messages } = useChats.getState();
  const ids = threads[sessionId]?.ids.slice(-shownCount) ?? [];
  return ids.flatMap((id) => (messages[id] ? textOf(messages[id]) : []));
}
