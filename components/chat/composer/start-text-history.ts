import { flushSync } from "react-dom";
import { emptyDraft } from "@/lib/chat/draft";
import { isComposed } from "@/lib/chat/shortcuts";
import { type FieldText, newTextHistory, recordChange, redo, type TextHistory, undo } from "@/lib/chat/text-history";
import { useDrafts } from "@/store/chats/drafts";

/** Maximum number of chats whose history stays in memory. */
const maxChats = 30;

let isStarted = false;

/**
 * Gives the message boxes an undo history for each chat, from the first call on. The browser's own history belongs to the
 * element: it is lost when another chat is opened, and whenever the app changes the text. The listeners are on the
 * document, because a box can be used before the code that is loaded for its chat.
 */
export function startTextHistory(): void {
  if (isStarted) return;
  isStarted = true;
  /** The histories by chat; the one used last is the last. */
  const histories = new Map<string, TextHistory>();

  function put(chatId: string, history: TextHistory): void {
    histories.delete(chatId);
    histories.set(chatId, history);
    const [oldest = ""] = histories.keys();
    if (histories.size > maxChats) histories.delete(oldest);
  }

  function record(chatId: string, changedAt: number): void {
    const draft = useDrafts.getState().drafts[chatId] ?? emptyDraft;
    const now = stateOf(chatId, draft.text);
    const history = histories.get(chatId) ?? newTextHistory(stateOf(chatId, storedText(chatId)));
    // A message that was sent is not restored by undo.
    if (draft === emptyDraft) put(chatId, newTextHistory(now));
    else put(chatId, recordChange(history, now, changedAt));
  }

  function step(field: HTMLTextAreaElement, move: typeof undo): void {
    const chatId = field.dataset.draft ?? "";
    const history = histories.get(chatId);
    const moved = history && move(history);
    if (!moved) return;
    put(chatId, moved);
    const { text, start, end } = moved.current;
    // Rendered at once: the next key can come before the next frame.
    flushSync(() => useDrafts.getState().change(chatId, () => ({ text })));
    field.setSelectionRange(start, end);
  }

  // Text typed before this code was loaded is a step of its own.
  for (const chatId of Object.keys(useDrafts.getState().drafts)) record(chatId, 0);
  useDrafts.subscribe(({ drafts }, former) => {
    if (drafts === former.drafts) return;
    for (const [chatId, draft] of Object.entries(drafts)) {
      const before = former.drafts[chatId];
      if (draft === before || (draft !== emptyDraft && draft.text === before?.text)) continue;
      if (draft.text !== histories.get(chatId)?.current.text || draft === emptyDraft) record(chatId, Date.now());
    }
  });

  document.addEventListener("keydown", (event) => {
    const field = draftField(event.target);
    const { key, shiftKey, altKey } = event;
    if (!field || event.defaultPrevented || altKey || !(event.ctrlKey || event.metaKey) || isComposed(event)) return;
    const isRedo = (key.toLowerCase() === "z" && shiftKey) || (key === "y" && event.ctrlKey && !shiftKey);
    if (!isRedo && !(key === "z" && !shiftKey)) return;
    step(field, isRedo ? redo : undo);
    event.preventDefault();
  });
  // From the context menu, or by shaking a phone.
  document.addEventListener("beforeinput", (event) => {
    const field = draftField(event.target);
    if (!field || (event.inputType !== "historyUndo" && event.inputType !== "historyRedo")) return;
    step(field, event.inputType === "historyRedo" ? redo : undo);
    event.preventDefault();
  });
}

/** Returns the text of a chat's draft as it was when the chat was opened. */
function storedText(chatId: string): string {
  return useDrafts.getState().opened[chatId]?.draft.text ?? "";
}

/** Returns a text with the selection of the message box; with the caret at its end if the box of the chat has no focus. */
function stateOf(chatId: string, text: string): FieldText {
  const field = draftField(document.activeElement);
  if (field?.dataset.draft !== chatId) return { text, start: text.length, end: text.length };
  return { text, start: field.selectionStart, end: field.selectionEnd };
}

/** Returns the message box that an event came from; undefined for other elements. */
function draftField(target: EventTarget | null): HTMLTextAreaElement | undefined {
  return target instanceof HTMLTextAreaElement && target.dataset.draft !== undefined ? target : undefined;
}
