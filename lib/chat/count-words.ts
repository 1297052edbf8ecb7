/**
 * Counts words by the rules of a language, including scripts without spaces.
 *
 * @param tag the language, as a BCP 47 tag
 */
export function countWords(text: string, tag: string): number {
  let count = 0;
  for (const { isWordLike } of new Intl.Segmenter(tag, { granularity: "word" }).segment(text))
    if (isWordLike) count += 1;
  return count;
}
