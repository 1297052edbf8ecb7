import { type Message, textOf } from "@/lib/chat/message";
import type { PromptWords } from "@/lib/chat/prompt-words";
import type { ModelMessage } from "@/lib/chat/request";
import { saidIn } from "@/lib/chat/said";
import type { ChatSession } from "@/lib/chat/session";
import { estimateTokens } from "@/lib/chat/token-estimate";

/** What a chat must have said before it gets a title by itself, in estimated tokens. */
const leastTokens = 50;
/** How much of a message is read for a title: the subject of a long one stands at its beginning. In characters. */
const readChars = 4000;
/** How long a title may be, in characters: one line, as the specification's four or five words are. */
const titleChars = 80;

/** Whether a chat is due for a title: it has none, and enough was said to find one. */
export function isTitleDue({ topic }: Pick<ChatSession, "topic">, thread: readonly Message[]): boolean {
  if (topic !== "") return false;
  return saidIn(thread).reduce((sum, message) => sum + estimateTokens(textOf(message)), 0) >= leastTokens;
}

/** Builds what is sent for a title: the newest messages, at least one, and the request; nothing for a silent chat. */
export function titleMessages({
  session,
  thread,
  words,
}: {
  readonly session: ChatSession;
  readonly thread: readonly Message[];
  readonly words: Pick<PromptWords, "title">;
}): ModelMessage[] | undefined {
  const newest = saidIn(thread).slice(-Math.max(1, session.mask.modelConfig.historyMessageCount));
  if (newest.length === 0) return undefined;
  return [
    ...newest.map((message) => ({ role: message.role, content: beginningOf(textOf(message), readChars) })),
    { role: "user", content: words.title() },
  ];
}

/** Returns a model's title as it is shown: its first line without quotes, marks and a full stop. Empty: there is none. */
export function cleanTitle(text: string): string {
  const beginning = beginningOf(text.trimStart(), 10 * titleChars);
  const [line = ""] = beginning.split(/[\r\n\u2028\u2029]+/).filter((each) => withoutMarks(each) !== "");
  return withoutMarks(shortened(withoutMarks(line.replace(/[\s\p{Cc}]+/gu, " "))));
}

function withoutMarks(line: string): string {
  return line.replace(/^["“”*\s]+/, "").replace(/[，。！？”“"、,.!?*\s]+$/, "");
}

/** Cuts between words where there are any. */
function shortened(line: string): string {
  if (line.length <= titleChars) return line;
  const cut = beginningOf(line, titleChars);
  const lastBlank = cut.lastIndexOf(" ");
  return lastBlank > titleChars / 2 ? cut.slice(0, lastBlank) : cut;
}

/** Cuts a text, but not through a character of two units. */
function beginningOf(text: string, chars: number): string {
  return text.length <= chars ? text : text.slice(0, chars).replace(/[\uD800-\uDBFF]$/, "");
}
