import * as v from "valibot";
import { countWords } from "@/lib/chat/count-words";
import { type Message, textOf } from "@/lib/chat/message";
import { estimateTokens } from "@/lib/chat/token-estimate";
import { finiteNumber } from "@/lib/fields/strict-schemas";

/** What NextChat counts of a chat's replies. */
export interface NextChatStat {
  /** As we estimate them: NextChat has the field and does not count. */
  readonly tokenCount: number;
  /** As Unicode parts a text into words, in whatever language. */
  readonly wordCount: number;
  /** In UTF-16 code units, as NextChat counts them. */
  readonly charCount: number;
}

/** Words are found by their scripts: a chat may be in several languages. */
const anyLanguage = "und";
const count = v.fallback(finiteNumber, 0);
const none: NextChatStat = { tokenCount: 0, wordCount: 0, charCount: 0 };
const carriedSchema = v.fallback(
  v.object({ stat: v.object({ tokenCount: count, wordCount: count, charCount: count }) }),
  { stat: none },
);

/**
 * Counts the replies of a chat. A chat that came from NextChat brought its counts along, of replies that are gone by
 * now too: where those are higher they stay.
 */
export function nextChatStat(messages: readonly Pick<Message, "role" | "content">[], session: object): NextChatStat {
  const { stat } = v.parse(carriedSchema, session);
  const texts = messages.filter(({ role }) => role === "assistant").map(textOf);
  return {
    tokenCount: Math.max(stat.tokenCount, Math.ceil(sumOf(texts, estimateTokens))),
    wordCount: Math.max(
      stat.wordCount,
      sumOf(texts, (text) => countWords(text, anyLanguage)),
    ),
    charCount: Math.max(
      stat.charCount,
      sumOf(texts, ({ length }) => length),
    ),
  };
}

function sumOf(texts: readonly string[], measure: (text: string) => number): number {
  return texts.reduce((sum, text) => sum + measure(text), 0);
}
