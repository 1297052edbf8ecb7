/** No piece is longer: what a service takes at once is 4096 bytes, marks of its own included (`providers/edge-tts`). */
const longestPiece = 600;

/** Behind the first, sentences are gathered until they are as long as this, so that few calls are made; in characters. */
const gatheredChars = 160;

/** The end of a sentence: its signs and what closes behind them, ahead of a blank or of the next one in CJK; or of a line. */
const sentenceEnd = /(?:[.!?…؟]+["'”’»)\]]*(?=\s)|[。！？]+[」』”’）]*(?=[^。！？」』”’）])|\n)/gu;

/**
 * Cuts text that is to be read aloud into pieces. The first is one sentence, so that sound begins soon. While the text
 * grows (`isWhole` is false), the pieces that are answered stay as they are, whatever follows.
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

/** Returns where the last sentence of a text ends that is known to be whole; 0 where there is none. */
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

/** A sentence without end is cut at its last blank, else where it must be, but never within a character. */
function inShortParts(sentence: string): string[] {
  if (sentence.length <= longestPiece) return [sentence];
  const blank = sentence.lastIndexOf(" ", longestPiece);
  const hard = /[\ud800-\udbff]/.test(sentence.charAt(longestPiece - 1)) ? longestPiece - 1 : longestPiece;
  const end = blank > 0 ? blank : hard;
  return [sentence.slice(0, end), ...inShortParts(sentence.slice(end).trim())];
}
