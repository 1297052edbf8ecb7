import { sendShortcut } from "@/components/shell/shortcut-event";
import { afterPaint } from "@/components/ui/after-paint";
import { type Message, textOf } from "@/lib/chat/message";
import { useDrafts } from "@/store/chats/drafts";

/** Quotes a message in the draft: the part of it that is selected, or all of its text. */
export function quoteMessage(sessionId: string, message: Message): void {
  quoteText(sessionId, passageOf(message));
}

/** Returns the part of a message that is selected, or all of its text. */
export function passageOf(message: Message): string {
  const selected = selectedPassage();
  return selected?.messageId === message.id ? selected.text : textOf(message);
}

/** Appends a text to the draft as a Markdown quote, and moves the caret behind it. */
export function quoteText(sessionId: string, text: string): void {
  const quote = text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n");
  useDrafts.getState().change(sessionId, (draft) => {
    const before = draft.text.trimEnd();
    return { text: `${before === "" ? "" : `${before}\n\n`}${quote}\n\n` };
  });
  // The caret is behind the text: browsers move it there when a text area gets another value.
  afterPaint(() => sendShortcut("focusMessageBox"));
}

/** A text that is selected within one message. */
interface SelectedPassage {
  readonly messageId: string;
  readonly text: string;
  /** The last range of the selection. */
  readonly range: Range;
}

/** Returns the text that is selected in a message of the conversation; undefined without a selection. */
export function selectedPassage(): SelectedPassage | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined;
  const [start, end] = [selection.anchorNode, selection.focusNode].map((node) =>
    (node instanceof Element ? node : node?.parentElement)?.closest<HTMLElement>("article[data-message]"),
  );
  const text = selection.toString();
  const messageId = start?.dataset.message;
  if (messageId === undefined || start !== end || text.trim() === "") return undefined;
  return { messageId, text, range: selection.getRangeAt(selection.rangeCount - 1) };
}
