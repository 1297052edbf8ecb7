import { flushSync } from "react-dom";
import { isPhone } from "@/components/ui/is-phone";
import { insertSpoken } from "@/lib/chat/dictation";
import { useChats } from "@/store/chats/chats";
import { sessionOf } from "@/store/chats/chats-state";
import { useDrafts } from "@/store/chats/drafts";

/**
 * Inserts a spoken text at the caret of a chat's message box, or at the end of its draft if the box is not on screen. It
 * is not sent. A text for a deleted chat is dropped.
 */
export function insertDictated(sessionId: string, spoken: string): void {
  if (!sessionOf(useChats.getState(), sessionId)) return;
  const box = document.querySelector<HTMLTextAreaElement>(`textarea[data-draft="${CSS.escape(sessionId)}"]`);
  const { open, change } = useDrafts.getState();
  open(sessionId);
  const draft = useDrafts.getState().drafts[sessionId]?.text ?? "";
  const selection = { start: box?.selectionStart ?? draft.length, end: box?.selectionEnd ?? draft.length };
  const { text, caret } = insertSpoken(draft, selection, spoken);
  // Rendered at once, so that a key that is pressed before the next frame finds the caret where it belongs.
  flushSync(() => change(sessionId, () => ({ text })));
  if (!box) return;
  box.setSelectionRange(caret, caret);
  // On a phone, the keyboard would cover the text.
  if (!isPhone()) box.focus();
}
