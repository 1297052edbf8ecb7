import { type RefObject, useEffect } from "react";
import { emptyDraft } from "@/lib/chat/draft";
import { isComposed } from "@/lib/chat/shortcuts";
import { newTextHistory, recordChange, redo, type TextHistory, undo } from "@/lib/chat/text-history";
import { useDrafts } from "@/store/chats/drafts";

/** Maximum number of chats whose history stays in memory. */
const maxChats = 30;

/** The histories of the message box, by chat; the one used last is the last. */
const histories = new Map<string, TextHistory>();

function store(sessionId: string, history: TextHistory): void {
  histories.delete(sessionId);
  histories.set(sessionId, history);
  const [oldest = ""] = histories.keys();
  if (histories.size > maxChats) histories.delete(oldest);
}

/**
 * Gives the message box an undo history for each chat. The browser's own belongs to the element: it is lost when another
 * chat is opened, and whenever the app changes the text.
 */
export function useTextHistory(sessionId: string, box: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const field = box.current;
    if (!field) return;
    const textNow = () => useDrafts.getState().drafts[sessionId]?.text ?? "";
    const stateNow = () => ({ text: textNow(), start: field.selectionStart, end: field.selectionEnd });
    const known = histories.get(sessionId);
    // A draft that another tab has changed meanwhile has no history here.
    if (known?.current.text !== textNow()) store(sessionId, newTextHistory(stateNow()));

    function step(move: typeof undo): boolean {
      const history = histories.get(sessionId);
      const moved = history && move(history);
      if (!moved) return false;
      store(sessionId, moved);
      const { text, start, end } = moved.current;
      useDrafts.getState().change(sessionId, () => ({ text }));
      requestAnimationFrame(() => field?.setSelectionRange(start, end));
      return true;
    }

    const unsubscribe = useDrafts.subscribe(({ drafts }, former) => {
      const draft = drafts[sessionId];
      if (!draft || draft.text === (former.drafts[sessionId]?.text ?? "")) return;
      const history = histories.get(sessionId);
      // A message that was sent is not restored by undo.
      if (draft === emptyDraft || !history)
        return store(sessionId, newTextHistory({ text: draft.text, start: 0, end: 0 }));
      if (draft.text !== history.current.text) store(sessionId, recordChange(history, stateNow(), Date.now()));
    });

    const stop = new AbortController();
    field.addEventListener(
      "keydown",
      (event) => {
        const { key, shiftKey, altKey } = event;
        if (event.defaultPrevented || altKey || !(event.ctrlKey || event.metaKey) || isComposed(event)) return;
        const isRedo = (key.toLowerCase() === "z" && shiftKey) || (key === "y" && event.ctrlKey && !shiftKey);
        if (!isRedo && !(key === "z" && !shiftKey)) return;
        step(isRedo ? redo : undo);
        event.preventDefault();
      },
      { signal: stop.signal },
    );
    // From the context menu, or by shaking a phone.
    field.addEventListener(
      "beforeinput",
      (event) => {
        if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
        step(event.inputType === "historyRedo" ? redo : undo);
        event.preventDefault();
      },
      { signal: stop.signal },
    );
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, [sessionId, box]);
}
