/** A line of letters and other characters, without those that have a meaning in Markdown, and without URLs. */
const plainLine = /^\p{L}(?:[^*_`~#|>$[\]<\\&@\p{Cc}]*[^*_`~#|>$[\]<\\&@\p{Cc} ])?$/u;
const url = /https?:|www\./i;

/** Whether a text is one paragraph of one line that is the same as Markdown, so that it needs no parser. */
export function isPlainLine(text: string): boolean {
  return plainLine.test(text) && !url.test(text);
}
