import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";

/** Whether a chat is temporary: nothing of it may be stored. */
export function isTemporary(sessionId: string): boolean {
  return sessionOf(useChats.getState(), sessionId)?.isTemporary === true;
}
