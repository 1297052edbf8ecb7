import { isChatRow, type ListRow } from "@/lib/chat/list-row";
import type { ChatSession } from "@/lib/chat/session";
import { useChats } from "@/store/chats/chats";
import { useProjects } from "@/store/settings/projects";

/** Returns the rows of the chat list: the chats, arranged in projects if there are any. */
export function listRows(): readonly ListRow[] {
  const { sessions, currentId } = useChats.getState();
  return useProjects.getState().arrange?.(sessions, currentId).rows ?? sessions;
}

/** Returns all chats in the order of their rows, also those in folded projects. */
export function chatsInOrder(): readonly ChatSession[] {
  const { sessions } = useChats.getState();
  return useProjects.getState().inOrder?.(sessions) ?? sessions;
}

/** Returns the listed chats in the order of their rows, without those in folded projects. */
export function listedChats(): readonly ChatSession[] {
  return listRows().filter(isChatRow);
}
