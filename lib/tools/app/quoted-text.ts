/**
 * Returns a text of others between two marks that it cannot contain, for a tool's result. The text around it must say that
 * it is data.
 */
export function quotedText(mark: string, text: string): string {
  return `<${mark}>\n${unmarked(mark, text)}\n</${mark}>`;
}

/** Returns a text without the given mark. */
export function unmarked(mark: string, text: string): string {
  return text.replace(new RegExp(`<(?=/?${mark})`, "gi"), "‹");
}
