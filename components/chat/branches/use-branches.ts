import { useMemo } from "react";
import { type Branch, branchesIn } from "@/lib/chat/branch-tree";
import { type Message, textOf } from "@/lib/chat/message";
import { previewOf } from "@/lib/chat/session";
import { plainTextOf } from "@/lib/export/plain-text";
import { branchesOf } from "@/store/chats/branches";
import { useChats } from "@/store/chats/chats";

/** Length of the beginning of a reply whose marks are removed, in characters. */
const parsedChars = 200;

/** Characters that may be Markdown marks. Parsing takes time, and most texts begin without. */
const marks = /[*_`#[\]|<>~$\\&=+-]|\d[.)]/;

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
  return name ?? (message ? firstWordsOf(message) : "");
}

/** Returns the key of the words for a branch without a title. */
export function untitledKeyOf({ firstId }: Branch): "several.failed" | "branches.noText" {
  return useChats.getState().messages[firstId]?.isError ? "several.failed" : "branches.noText";
}

/** Returns the first words of a message. Replies are without Markdown marks. */
export function firstWordsOf(message: Message): string {
  if (message.role !== "assistant") return previewOf(message);
  const beginning = textOf(message).slice(0, parsedChars);
  return previewOf({ content: marks.test(beginning) ? plainTextOf(beginning) : beginning });
}
