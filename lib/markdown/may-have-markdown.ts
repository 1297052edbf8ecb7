/** Characters and beginnings of lines with a meaning in Markdown or TeX, and addresses, which become links. */
const marks = /[*_`~#|>$[\]<\\]|^[ \t]*(?:[-+]|\d+[.)])[ \t]|^[ \t]*[-=]{3,}|https?:|www\./m;

/** Whether a text may look different as Markdown. A plain sentence does not. */
export function mayHaveMarkdown(text: string): boolean {
  return marks.test(text);
}
