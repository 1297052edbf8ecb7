/**
 * Maximum length of a piece, in characters. The service accepts 4096 bytes including markup
 * (`providers/codecs/edge-tts`).
 */
const longestPiece = 600;

/** Minimum length of all pieces except the first, in characters: sentences are merged so that there are few calls. */
const gatheredChars = 160;

/**
 * The end of a sentence: punctuation and closing marks before white space, or before the next character in CJK; or a
 * line break.
 */
const sentenceEnd = /(?:[.!?…؟]+["'”’»)\]]*(?=\s)|[。！？]+[」』”’）]*(?=[^。！？」』”’）])|\n)/gu;

/**
 * Splits text for text-to-speech. The first piece is one sentence, so that the audio starts soon. While the text grows
 * (`isWhole` is false), pieces that were returned do not change.
 */
export function speechPieces(text: string, isWhole: boolean): string[] {
  const pieces: string[] = [];
  let gathered = "";
  for (const sentence of sentencesOf(text, isWhole).flatMap(inShortParts)) {
    const isTooLong = gathered !== "" && gathered.length + sentence.length >= longestPiece;
    if (isTooLong) pieces.push(gathered);
    gathered = gathered === "" || isTooLong ? sentence : `${gathered} ${sentence}`;
    if (pieces.length > 0 && gathered.length < gatheredChars) continue;
    pieces.push(gathered);
    gathered = "";
  }
  return isWhole && gathered !== "" ? [...pieces, gathered] : pieces;
}

/** Returns the end of the last complete sentence of a text, as an index; 0 without a complete sentence. */
export function endOfSentences(text: string): number {
  const last = [...text.matchAll(sentenceEnd)].at(-1);
  return last ? last.index + last[0].length : 0;
}

function sentencesOf(text: string, isWhole: boolean): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(sentenceEnd)) {
    sentences.push(text.slice(start, index + end.length));
    start = index + end.length;
  }
  if (isWhole) sentences.push(text.slice(start));
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** Splits a long sentence at its last space, or else at the limit, but never inside a surrogate pair. */
function inShortParts(sentence: string): string[] {
  if (sentence.length <= longestPiece) return [sentence];
  const blank = sentence.lastIndexOf(" ", longestPiece);
  const hard = /[\ud800-\udbff]/.test(sentence.charAt(longestPiece - 1)) ? longestPiece - 1 : longestPiece;
  const end = blank > 0 ? blank : hard;
  return [sentence.slice(0, end), ...inShortParts(sentence.slice(end).trim())];
}
