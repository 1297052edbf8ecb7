import { foldText } from "@/lib/chat/fold-text";

/** Closing quotation marks by the opening one. */
const closingQuotes: Readonly<Record<string, string>> = {
  '"': '"',
  "\u201c": "\u201d",
  "\u201e": "\u201c\u201d",
  "«": "»",
  "「": "」",
};

/**
 * Returns a text as one phrase: in quotation marks if it contains white space or begins with a quotation mark. If no kind
 * of quotation marks is free, those in the text are escaped.
 */
export function quoted(text: string): string {
  if (!/\s/.test(text) && closingQuotes[text.charAt(0)] === undefined) return text;
  const pair = Object.entries(closingQuotes).find(([, closing]) => ![...closing].some((sign) => text.includes(sign)));
  // A backslash before the closing mark would escape it.
  if (pair && !text.includes("\\")) return `${pair[0]}${text}${pair[1].charAt(0)}`;
  return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

/** Maximum number of search words, for pasted text. */
const maxWords = 40;

/**
 * Returns the distinct folded texts that a message must contain: words, and quoted phrases. A quotation mark without a
 * phrase is searched literally; there are no operators and patterns.
 */
export function parseQuery(words: string): string[] {
  const wanted: string[] = [];
  for (let rest = words.trim(); rest !== "" && wanted.length < maxWords; rest = rest.trimStart()) {
    const { text, length } = phraseAt(rest) ?? wordAt(rest);
    wanted.push(foldText(text).trim());
    rest = rest.slice(length);
  }
  // A text that is contained in another one is found with it.
  return [...new Set(wanted)].filter(
    (text) => text !== "" && !wanted.some((other) => other !== text && other.includes(text)),
  );
}

interface Piece {
  readonly text: string;
  readonly length: number;
}

/**
 * Parses a phrase. In straight quotation marks, `\"` is a quotation mark and `\\` a backslash. Without a closing
 * quotation mark, the user is still typing, and the phrase extends to the end.
 */
export function phraseAt(rest: string): Piece | undefined {
  const closing = closingQuotes[rest.charAt(0)];
  if (closing === undefined) return undefined;
  const inside = rest.slice(1);
  const escaped = closing === '"' ? /^((?:[^"\\]|\\.)*)"/s.exec(inside)?.[1] : undefined;
  if (escaped !== undefined) {
    const text = escaped.replace(/\\(["\\])/g, "$1");
    return text.trim() === "" ? undefined : { text, length: escaped.length + 2 };
  }
  const end = [...inside].findIndex((sign) => closing.includes(sign));
  const text = end === -1 ? inside : [...inside].slice(0, end).join("");
  return text.trim() === "" ? undefined : { text, length: 1 + text.length + (end === -1 ? 0 : 1) };
}

/** Parses a word, up to the next white space. */
export function wordAt(rest: string): Piece {
  const [text] = rest.split(/\s/, 1);
  return { text: text ?? rest, length: text?.length ?? rest.length };
}
