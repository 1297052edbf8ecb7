import { languageBit, languagesOfCommonWord } from "@/lib/documents/common-words";
import { eachWord, foldForIndex } from "@/lib/documents/index-words";

const chinese = languageBit("zh");
const japanese = languageBit("ja");
const korean = languageBit("ko");

/** Length of the parts of a text that decide: its beginning, and one in its middle. */
const sampleChars = 3000;

/** Part of the best language's count from which another language may be the text's, too. */
const nearPart = 0.8;

/** Part of the characters of a Japanese text that are kana. */
const minKana = 0.1;

const han = /\p{Script=Han}/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const hangul = /\p{Script=Hangul}/gu;

/**
 * Returns the languages that a text may have, one bit for each: those whose common words are the most frequent. Returns
 * 0 for an unknown language.
 */
export function textLanguages(text: string): number {
  const middle = Math.max(sampleChars, text.length >> 1);
  const sample = foldForIndex(`${text.slice(0, sampleChars)} ${text.slice(middle, middle + sampleChars)}`);
  const counts = new Map<number, number>();
  const raise = (language: number, count: number) => counts.set(language, (counts.get(language) ?? 0) + count);
  eachWord(sample, (start, end, kind) => {
    if (kind !== "word") return;
    const languages = languagesOfCommonWord(sample.slice(start, end));
    for (let bit = 1; bit <= languages; bit <<= 1) if (languages & bit) raise(bit, 1);
  });
  const hanCount = sample.match(han)?.length ?? 0;
  const kanaCount = sample.match(kana)?.length ?? 0;
  const isJapanese = kanaCount > minKana * (hanCount + kanaCount);
  raise(isJapanese ? japanese : chinese, hanCount + kanaCount);
  raise(korean, sample.match(hangul)?.length ?? 0);
  const max = Math.max(...counts.values());
  let best = 0;
  for (const [language, count] of counts) if (count > 0 && count >= nearPart * max) best |= language;
  return best;
}
