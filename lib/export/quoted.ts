/** Writes a text as a quotation, the form in which reasoning stands ahead of an answer (docs/decisions/0008). */
export function quoted(text: string): string {
  return text.replace(/^/gm, "> ");
}
