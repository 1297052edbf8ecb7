import { countWords } from "@/lib/chat/count-words";
import { type Message, textOf } from "@/lib/chat/message";
import { estimateTokens } from "@/lib/chat/token-estimate";
import * as z from "@/lib/zod";

/** NextChat's counts of a chat's replies. */
export interface NextChatStat {
  /** Our estimate: NextChat has this field but does not count. */
  readonly tokenCount: number;
  /** Words by Unicode's word segmentation, in any language. */
  readonly wordCount: number;
  /** UTF-16 code units, as in NextChat. */
  readonly charCount: number;
}

/** Language for word segmentation: undetermined, because a chat may contain several languages. */
const anyLanguage = "und";
const count = z.catch(z.number(), 0);
const none: NextChatStat = { tokenCount: 0, wordCount: 0, charCount: 0 };
const carriedSchema = z.catch(z.object({ stat: z.object({ tokenCount: count, wordCount: count, charCount: count }) }), {
  stat: none,
});

/**
 * Counts the replies of a chat. Counts from an imported NextChat chat include replies that no longer exist, so the
 * higher values are retained.
 */
export function nextChatStat(messages: readonly Pick<Message, "role" | "content">[], session: object): NextChatStat {
  const { stat } = z.parse(carriedSchema, session);
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
