import type { Mask } from "@/lib/chat/mask";
import { useChats } from "@/store/chats/chats";

/** Changes fields of a chat's own copy of its mask. */
export function changeMask(sessionId: string, patch: Partial<Mask>): void {
  const { sessions, patchSession } = useChats.getState();
  const session = sessions.find(({ id }) => id === sessionId);
  if (session) patchSession(sessionId, { mask: { ...session.mask, ...patch } });
}
