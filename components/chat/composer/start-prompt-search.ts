import { isPromptSearchTaken } from "@/lib/chat/prompt-query";
import { useDrafts } from "@/store/chats/drafts";

/** Starts or ends a search for prompts in a chat's message box, unless the draft has other text. */
export function startPromptSearch(sessionId: string, box: HTMLTextAreaElement | null): void {
  const { drafts, change } = useDrafts.getState();
  const text = drafts[sessionId]?.text;
  if (!isPromptSearchTaken(text)) change(sessionId, () => ({ text: text ? "" : "/" }));
  box?.focus();
}
