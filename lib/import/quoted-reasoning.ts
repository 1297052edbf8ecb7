/**
 * Parts the reasoning that opens a reply as a quotation from the answer behind it.
 *
 * NextChat quotes the thinking of a model with `> ` and puts a blank line behind it; where the thinking itself has
 * blank lines, the quotation goes on after them, and lines inside a paragraph may lack their sign.
 */
export function splitQuotedReasoning(text: string): { readonly reasoning: string; readonly answer: string } {
  const paragraphs = text.split(/(\n[ \t]*\n\s*)/);
  let end = 0;
  while (paragraphs[end]?.startsWith(">")) end += 2;
  const quoted = paragraphs.slice(0, Math.max(0, end - 1)).join("");
  const reasoning = quoted.replace(/^> ?/gm, "").trim();
  return reasoning === "" ? { reasoning: "", answer: text } : { reasoning, answer: paragraphs.slice(end).join("") };
}
