/** Returns a text as a block quote, the form of reasoning before an answer (docs/decisions/0008-reasoning.md). */
export function quoted(text: string): string {
  return text.replace(/^/gm, "> ");
}
