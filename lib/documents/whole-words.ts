/**
 * Accents that TeX's first fonts print apart from their letters, before them, with the combining character of each:
 * `Schr¨odinger`. https://ctan.org/pkg/encguide (OT1)
 */
const accents: ReadonlyMap<string, string> = new Map([
  ["`", "\u0300"],
  ["\u00b4", "\u0301"],
  ["\u02c6", "\u0302"],
  ["\u02dc", "\u0303"],
  ["\u00af", "\u0304"],
  ["\u02d8", "\u0306"],
  ["\u02d9", "\u0307"],
  ["\u00a8", "\u0308"],
  ["\u02da", "\u030a"],
  ["\u02dd", "\u030b"],
  ["\u02c7", "\u030c"],
  ["\u00b8", "\u0327"],
  ["\u02db", "\u0328"],
]);

/** Letters without their dots, as these fonts have them for accents. */
const dotless: ReadonlyMap<string, string> = new Map([
  ["\u0131", "i"],
  ["\u0237", "j"],
]);

/** The bullet of a list, for which fonts without a table of characters have U+0088. */
const bullet = "\u2022";

const accented = /([`\u00b4\u02c6\u02dc\u00af\u02d8\u02d9\u00a8\u02da\u02dd\u02c7\u00b8\u02db])(\p{L})/gu;

/** A line that may continue the word before it: the rest of the word, what follows it without a space, and the rest. */
const continuation = /^(\p{Ll}[\p{L}\p{M}]*)(\S*)\s*(.*)$/su;

/** A token that is a word, perhaps after an opening mark. */
const wordStart = /^[\p{Ps}\p{Pi}\p{Pf}"']*(\p{L}[\p{L}\p{M}'\u2019]+)$/u;

/** Length from which a token with a hyphen does not count as a word, in characters. */
const maxToken = 60;

/** Words after a hyphen that stays, as in `Vor- und Nachteile`. */
const conjunctions = new Set("and or to und oder bis bzw sowie et ou y o e en of og och i a".split(" "));

/**
 * Returns a text of TeX in which each letter has its accent. A grave accent must follow a letter, because others are
 * quotation marks of code.
 */
export function withAccents(text: string): string {
  return text
    .replace(/^\u0088(?= )/gm, bullet)
    .replace(accented, (apart: string, accent: string, letter: string, at: number) => {
      if (accent === "`" && !/\p{L}/u.test(text.charAt(at - 1))) return apart;
      const whole = ((dotless.get(letter) ?? letter) + accents.get(accent)).normalize("NFC");
      return whole.length === 1 ? whole : apart;
    });
}

/**
 * Joins words that are hyphenated at the end of a line: the rest of the word moves to its start. The hyphen stays in a
 * word that has one elsewhere on the page, or whose parts are words of the page.
 */
export function joinBrokenWords(text: string): string {
  const lines = text.split("\n");
  let words: ReadonlySet<string> | undefined;
  const joined: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    let line = lines[index] ?? "";
    for (;;) {
      const [, rest = "", end = "", others = ""] = continuation.exec(lines[index + 1] ?? "") ?? [];
      if (rest === "" || !isBroken(line) || conjunctions.has(rest)) break;
      words ??= unbrokenWords(lines);
      line = joinedWord(line, rest, words) + end;
      lines[index + 1] = others;
      if (others !== "") break;
      // The whole next line was a part of the word, which may continue.
      index++;
    }
    joined.push(line);
  }
  return joined.join("\n");
}

/** Whether a line ends with a token of usual length and a hyphen. */
function isBroken(line: string): boolean {
  if (!/[-\u00ad\u2010]/.test(line.slice(-1))) return false;
  const token = /\S*$/.exec(line.slice(-maxToken))?.[0] ?? "";
  return token.length > 1 && token.length < maxToken;
}

/** Returns a line with the rest of its last word. */
function joinedWord(line: string, rest: string, words: ReadonlySet<string>): string {
  const before = line.slice(0, -1);
  const token = /\S*$/.exec(before.slice(-maxToken))?.[0] ?? "";
  const start = wordStart.exec(token)?.[1] ?? "";
  const isKept = !line.endsWith("\u00ad") && (start === "" || keepsHyphen(start, rest, words));
  return `${before}${isKept ? "-" : ""}${rest}`;
}

/** Returns the words of a text in lower case, except for those that a line break divides. */
function unbrokenWords(lines: readonly string[]): Set<string> {
  const words = new Set<string>();
  let isRest = false;
  for (const line of lines) {
    const tokens = line.toLowerCase().split(" ");
    const isCut = /[-\u00ad\u2010]/.test(line.slice(-1));
    const whole = tokens.slice(isRest ? 1 : 0, isCut ? -1 : undefined);
    for (const token of whole) words.add(/\p{L}(?:.*\p{L})?/su.exec(token)?.[0] ?? "");
    isRest = isCut;
  }
  return words;
}

function keepsHyphen(start: string, rest: string, words: ReadonlySet<string>): boolean {
  // As in `EU-weit`.
  if (start === start.toUpperCase()) return true;
  const first = start.toLowerCase();
  if (words.has(first + rest)) return false;
  return words.has(`${first}-${rest}`) || (words.has(first) && words.has(rest));
}

/**
 * Returns the character by which a passage is compared with its page, where letters and accents may be apart and words
 * hyphenated: a letter without its accent; nothing for accents, hyphens and spaces.
 */
export function comparedCharacter(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character;
  if (accents.has(character) || /[\s\0\p{M}\u00ad\u2010-]/u.test(character)) return "";
  if (character === "\u0088") return bullet;
  const letter = character.normalize("NFD").replace(/\p{M}/gu, "");
  return dotless.get(character) ?? (letter.length === 1 ? letter : character);
}
