import { countWords } from "@/lib/chat/count-words";
import { type Message, textOf } from "@/lib/chat/message";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";

/** How much stands in a chat; tokens are estimated. */
export interface Statistics {
  readonly tokens: number;
  readonly words: number;
  readonly characters: number;
}

/** Counting words is slow: so many characters are counted at a time, which takes some milliseconds. */
const charsAtOnce = 20_000;

/**
 * Counts what stands in messages, a piece at a time: it yields what is counted so far, so that the caller can let the
 * page breathe in between.
 *
 * @param tag the language whose words are counted, as a BCP 47 tag
 */
export function* countMessages(messages: readonly Message[], tag: string): Generator<Statistics> {
  let counted: Statistics = { tokens: 0, words: 0, characters: 0 };
  let charsSince = 0;
  for (const message of messages) {
    const text = textOf(message);
    counted = { ...counted, tokens: counted.tokens + estimateMessageTokens(message) };
    for (let start = 0; start < text.length; start += charsAtOnce) {
      const piece = text.slice(start, start + charsAtOnce);
      counted = {
        ...counted,
        words: counted.words + countWords(piece, tag),
        characters: counted.characters + [...piece].length,
      };
      charsSince += piece.length;
      if (charsSince < charsAtOnce) continue;
      charsSince = 0;
      yield counted;
    }
  }
  yield counted;
}
