import { useMemo } from "react";
import { type Branch, branchesIn } from "@/lib/chat/branch-tree";
import { previewOf } from "@/lib/chat/session";
import { branchesOf } from "@/store/chats/branches";
import { useChats } from "@/store/chats/chats";

/** Returns the branches of a chat, in display order. They follow changes of other tabs. */
export function useBranches(sessionId: string): readonly Branch[] {
  const thread = useChats((chats) => chats.threads[sessionId]);
  const messages = useChats((chats) => chats.messages);
  return useMemo(
    () => branchesIn(branchesOf({ threads: thread ? { [sessionId]: thread } : {}, messages }, sessionId)),
    [sessionId, thread, messages],
  );
}

/** Returns the name of a branch, or the first words of its first message; empty if that has no text. */
export function titleOfBranch({ name, firstId }: Branch): string {
  const message = useChats.getState().messages[firstId];
  return name ?? (message ? previewOf(message) : "");
}
