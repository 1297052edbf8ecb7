import { countWords } from "@/lib/chat/count-words";
import { type Message, textOf } from "@/lib/chat/message";
import { estimateMessageTokens } from "@/lib/chat/token-estimate";

/** Counts of a chat; the token count is estimated. */
export interface Statistics {
  readonly tokens: number;
  readonly words: number;
  readonly characters: number;
}

/** Characters that are counted at a time, which takes a few milliseconds. */
const charsAtOnce = 20_000;

/**
 * Counts messages piece by piece and yields the counts so far, so that the caller can return control to the browser in
 * between.
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
