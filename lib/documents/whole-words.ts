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

const accented = /([`\u00b4\u02c6\u02dc\u00af\u02d8\u02d9\u00a8\u02da\u02dd\u02c7\u00b8\u02db])(\p{L})/gu;

/** A hyphen at the end of a line, and the token on the next line that may continue its word. */
const lineEndHyphen = /([-\u00ad\u2010])\n(\p{Ll}[\p{L}\p{M}]*)(\S*)[^\S\n]*/gu;

/** A token that is a word, perhaps after an opening mark. */
const wordStart = /^[\p{Ps}\p{Pi}\p{Pf}"']*(\p{L}[\p{L}\p{M}'\u2019]+)$/u;

/** Length from which a token before a hyphen does not count as a word, in characters. */
const maxStart = 60;

/** Words after a hyphen that stays, as in `Vor- und Nachteile`. */
const conjunctions = new Set("and or to und oder bis bzw sowie et ou y o e en of og och i a".split(" "));

/** Returns a text of TeX in which each letter has its accent. */
export function withAccents(text: string): string {
  // Fonts without a table of characters have the bullet of a list at this place.
  return text.replace(/^\u0088(?= )/gm, "\u2022").replace(accented, (apart: string, accent: string, letter: string) => {
    const whole = ((dotless.get(letter) ?? letter) + accents.get(accent)).normalize("NFC");
    return whole.length === 1 ? whole : apart;
  });
}

/**
 * Joins words that are hyphenated at the end of a line: the rest of the word moves to its start. The hyphen stays in a
 * word that has one elsewhere on the page, or whose parts are words of the page.
 */
export function joinBrokenWords(text: string): string {
  let words: ReadonlySet<string> | undefined;
  return text.replace(
    lineEndHyphen,
    (apart: string, hyphen: string, rest: string, end: string, offset: number, whole: string) => {
      const token = /\S*$/.exec(whole.slice(Math.max(0, offset - maxStart), offset))?.[0] ?? "";
      if (token === "" || token.length === maxStart || conjunctions.has(rest)) return apart;
      words ??= unbrokenWords(whole);
      const start = wordStart.exec(token)?.[1] ?? "";
      const isKept = hyphen !== "\u00ad" && (start === "" || keepsHyphen(start, rest, words));
      return `${isKept ? "-" : ""}${rest}${end}\n`;
    },
  );
}

/** Returns the words of a text in lower case, except for those that a line break divides. */
function unbrokenWords(text: string): Set<string> {
  const words = new Set<string>();
  let isRest = false;
  for (const line of text.toLowerCase().split("\n")) {
    const tokens = line.split(" ");
    const isBroken = /[-\u00ad\u2010]$/.test(line);
    const whole = tokens.slice(isRest ? 1 : 0, isBroken ? -1 : undefined);
    for (const token of whole) words.add(token.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
    isRest = isBroken;
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
  return dotless.get(character) ?? character.normalize("NFD").charAt(0);
}
