const maxQuoteChars = 80;
/** White space, control characters and bidirectional marks. Joiners are excluded, because scripts need them. */
const unseen = /[\p{Cc}\s\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

/**
 * Quotes a text as one short line of Markdown code, which disables links, tags, formulas and other markup; empty for a
 * text without visible characters.
 */
export function quote(text: string): string {
  const characters = [...text.replace(unseen, " ").trim()];
  const isCut = characters.length > maxQuoteChars;
  const line = isCut ? `${characters.slice(0, maxQuoteChars).join("").trimEnd()}…` : characters.join("");
  if (line === "") return "";
  // A code span ends at a run of backticks of the same length; spaces separate its backticks from those in the text.
  const runs = line.match(/`+/g) ?? [];
  const marks = "`".repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const padding = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return marks + padding + line + padding + marks;
}
