/**
 * Splits the reasoning, a quotation at the start of a reply, from the answer after it.
 *
 * NextChat quotes a model's reasoning with `> ` and adds a blank line. If the reasoning itself contains blank lines,
 * the quotation continues after them, and lines inside a paragraph may lack the quotation mark.
 */
export function splitQuotedReasoning(text: string): { readonly reasoning: string; readonly answer: string } {
  const paragraphs = text.split(/(\n[ \t]*\n\s*)/);
  let end = 0;
  while (paragraphs[end]?.startsWith(">")) end += 2;
  const quoted = paragraphs.slice(0, Math.max(0, end - 1)).join("");
  const reasoning = quoted.replace(/^> ?/gm, "").trim();
  return reasoning === "" ? { reasoning: "", answer: text } : { reasoning, answer: paragraphs.slice(end).join("") };
}
