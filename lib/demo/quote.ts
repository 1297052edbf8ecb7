const maxQuoteChars = 80;
/** Blanks, controls, and the marks that turn the direction of the text around them. Joiners stay: scripts need them. */
const unseen = /[\p{Cc}\s\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu;

/**
 * Quotes a text as one short line of Markdown code, in which nothing is a link, a tag, a formula or a mark; empty for a
 * text without a visible character.
 */
export function quote(text: string): string {
  const characters = [...text.replace(unseen, " ").trim()];
  const isCut = characters.length > maxQuoteChars;
  const line = isCut ? `${characters.slice(0, maxQuoteChars).join("").trimEnd()}…` : characters.join("");
  if (line === "") return "";
  // A code span ends at a run of backticks of its own length; blanks keep its marks apart from those inside.
  const runs = line.match(/`+/g) ?? [];
  const marks = "`".repeat(Math.max(0, ...runs.map(({ length }) => length)) + 1);
  const padding = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return marks + padding + line + padding + marks;
}
