import { foldText } from "@/lib/chat/fold-text";

/** Quotation marks that may stand around a phrase, by the one that opens it. */
const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "\u201c": "\u201d",
  "\u201e": "\u201c\u201d",
  "«": "»",
  "「": "」",
};

/** More words than this are not looked for, so that a pasted page is no burden. */
const mostWords = 40;

/**
 * Returns the texts that a message must hold, folded and each once: words, and phrases between quotation marks. A mark that
 * opens nothing is looked for itself; nothing is a command or a pattern.
 */
export function parseQuery(words: string): string[] {
  const wanted: string[] = [];
  for (let rest = words.trim(); rest !== "" && wanted.length < mostWords; rest = rest.trimStart()) {
    const { text, length } = phraseAt(rest) ?? wordAt(rest);
    wanted.push(foldText(text).trim());
    rest = rest.slice(length);
  }
  // What stands in another one is found with it.
  return [...new Set(wanted)].filter(
    (text) => text !== "" && !wanted.some((other) => other !== text && other.includes(text)),
  );
}

interface Piece {
  readonly text: string;
  readonly length: number;
}

/** A phrase that is not closed yet is being written, and goes to the end. */
function phraseAt(rest: string): Piece | undefined {
  const closing = closingQuotes[rest.charAt(0)];
  if (closing === undefined) return undefined;
  const inside = rest.slice(1);
  const end = [...inside].findIndex((sign) => closing.includes(sign));
  const text = end === -1 ? inside : [...inside].slice(0, end).join("");
  return text.trim() === "" ? undefined : { text, length: 1 + text.length + (end === -1 ? 0 : 1) };
}

function wordAt(rest: string): Piece {
  const [text] = rest.split(/\s/, 1);
  return { text: text ?? rest, length: text?.length ?? rest.length };
}
