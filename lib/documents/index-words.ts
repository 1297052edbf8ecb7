import { foldText } from "@/lib/chat/fold-text";

/** Kinds of characters: separators, parts of words, and those of scripts without spaces between words. */
const separator = 0;
const letter = 1;
const unspaced = 2;

/** A word, a pair of characters in a script without spaces, or a Chinese character by itself. */
export type WordKind = "word" | "pair" | "character";

type OnWord = (start: number, end: number, kind: WordKind) => void;

/** Longer words are cut: they are addresses, code or data. In UTF-16 code units. */
const maxWordUnits = 32;

/** Scripts without spaces between words: Chinese, Japanese, Korean (for its particles), Thai, Lao, Khmer, Burmese. */
const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;
const wordCharacters = /[\p{L}\p{N}\p{M}]/u;

let kinds: Uint8Array | undefined;

/** Returns the kind of each UTF-16 code unit. Units of the upper planes count by their first half. */
function unitKinds(): Uint8Array {
  if (kinds) return kinds;
  const table = new Uint8Array(65_536);
  for (let unit = 0; unit < table.length; unit++) {
    const text = String.fromCharCode(unit);
    if (unspacedScripts.test(text) && wordCharacters.test(text)) table[unit] = unspaced;
    else if (wordCharacters.test(text)) table[unit] = letter;
  }
  // First halves of old scripts and of rare Chinese characters.
  table.fill(letter, 0xd800, 0xd83b);
  table.fill(unspaced, 0xd840, 0xd889);
  kinds = table;
  return table;
}

const latinMarks = /[\u0300-\u036f]/;

/** Folds a text as the search does, and removes the accents of Latin, Greek and Cyrillic letters. */
export function foldForIndex(text: string): string {
  const folded = foldText(text);
  if (!/[\u00c0-\u052f\u1e00-\u1fff]/.test(folded)) return folded.replaceAll("ß", "ss");
  const split = folded.normalize("NFD");
  return (latinMarks.test(split) ? split.replace(/[\u0300-\u036f]+/g, "").normalize("NFC") : folded).replaceAll(
    "ß",
    "ss",
  );
}

/**
 * Calls back for each word of a folded text, as a part of it. In scripts without spaces these are pairs of characters,
 * and single Chinese characters. Articles and short prefixes of Arabic words are left out.
 */
export function eachWord(folded: string, onWord: OnWord): void {
  const table = unitKinds();
  let start = 0;
  let kind = separator;
  for (let index = 0; index <= folded.length; index++) {
    const unit = folded.charCodeAt(index);
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    const next = index === folded.length ? separator : isLow ? kind : (table[unit] ?? separator);
    if (next === kind && (kind !== letter || index - start < maxWordUnits)) continue;
    if (kind === letter) onWord(start + arabicPrefix(folded, start, index), index, "word");
    else if (kind === unspaced) eachPair(folded, start, index, onWord);
    start = index;
    kind = next;
  }
}

function eachPair(folded: string, start: number, end: number, onWord: OnWord): void {
  for (let index = start; index < end; index++) {
    if (index + 2 <= end) onWord(index, index + 2, "pair");
    // A Chinese character has a meaning by itself, so that longer and shorter words with it match.
    if (isHan(folded.charCodeAt(index)) || end - start === 1) onWord(index, index + 1, "character");
  }
}

function isHan(unit: number): boolean {
  return unit >= 0x3400 && unit <= 0x9fff;
}

const alef = 0x627;
const lam = 0x644;
/** و, ف, ب, ك: "and", "so", "with", "like". */
const joined = new Set([0x648, 0x641, 0x628, 0x643]);

/** Returns the length of the Arabic article before at least two more letters, with a joined preposition. */
function arabicPrefix(folded: string, start: number, end: number): number {
  const first = folded.charCodeAt(start);
  if (first < 0x620 || first > 0x64a) return 0;
  const second = folded.charCodeAt(start + 1);
  const third = folded.charCodeAt(start + 2);
  let length = 0;
  if ((first === alef && second === lam) || (first === lam && second === lam)) length = 2;
  else if (joined.has(first) && second === alef && third === lam) length = 3;
  return end - start - length >= 2 ? length : 0;
}
