import { withDocumentNames } from "@/lib/chat/document-names";
import { type Message, textOf } from "@/lib/chat/message";
import { messagesWithText } from "@/lib/chat/messages-with-text";
import type { PromptWords } from "@/lib/chat/prompt-words";
import type { ModelMessage } from "@/lib/chat/request";
import type { ChatSession } from "@/lib/chat/session";
import { estimateTokens } from "@/lib/chat/token-estimate";

/** Minimum estimated tokens in a chat before it gets an automatic title. */
const minTokens = 50;
/**
 * Maximum length of a message that is sent for a title, in characters: the subject of a long message is at its
 * beginning.
 */
const readChars = 4000;
/** Maximum length of a title, in characters: one line. */
const titleChars = 80;

/** Whether a chat is due for a title: it has none, and there is enough text. */
export function isTitleDue({ topic }: Pick<ChatSession, "topic">, thread: readonly Message[]): boolean {
  if (topic !== "") return false;
  return messagesWithText(thread).reduce((sum, message) => sum + estimateTokens(textOf(message)), 0) >= minTokens;
}

/**
 * Returns the messages that request a title: the newest messages, at least one, and the request; undefined for a chat
 * without text.
 */
export function titleMessages({
  session,
  thread,
  words,
}: {
  readonly session: ChatSession;
  readonly thread: readonly Message[];
  readonly words: Pick<PromptWords, "title">;
}): ModelMessage[] | undefined {
  const newest = messagesWithText(thread).slice(-Math.max(1, session.mask.modelConfig.historyMessageCount));
  if (newest.length === 0) return undefined;
  return [
    ...newest.map((message) => ({
      role: message.role,
      content: beginningOf(withDocumentNames(textOf(message)), readChars),
    })),
    { role: "user", content: words.title() },
  ];
}

/**
 * Returns a model's title for display: its first line without quotes, marks and the final full stop; empty without a
 * title.
 */
export function cleanTitle(text: string): string {
  const beginning = beginningOf(text.trimStart(), 10 * titleChars);
  const [line = ""] = beginning.split(/[\r\n\u2028\u2029]+/).filter((each) => withoutMarks(each) !== "");
  return withoutMarks(shortened(withoutMarks(line.replace(/[\s\p{Cc}]+/gu, " "))));
}

function withoutMarks(line: string): string {
  return line.replace(/^(?:["“”*\s]|#{1,6}(?=\s))+/, "").replace(/[，。！？”“"、,.!?*\s]+$/, "");
}

/** Shortens a line, between words if possible. */
function shortened(line: string): string {
  if (line.length <= titleChars) return line;
  const cut = beginningOf(line, titleChars);
  const lastBlank = cut.lastIndexOf(" ");
  return lastBlank > titleChars / 2 ? cut.slice(0, lastBlank) : cut;
}

/** Cuts a text, but not inside a surrogate pair. */
function beginningOf(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, "");
}
