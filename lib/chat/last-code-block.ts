/** A line that opens or closes a fenced code block: the fence and the text after it. */
const fenceLine = /^(?: {0,3}|[ \t]*(?:[-*+]|\d+[.)])[ \t]+)(`{3,}|~{3,})(.*)$/;

/** Returns the code of the last fenced block of a Markdown text; undefined without a block. */
export function lastCodeBlock(text: string): string | undefined {
  let open: { readonly fence: string; readonly lines: string[] } | undefined;
  let last: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, fence, behind = ""] = fenceLine.exec(line) ?? [];
    if (!open) {
      // A backtick fence must not be followed by backticks: that would be inline code.
      if (fence && !(fence.startsWith("`") && behind.includes("`"))) open = { fence, lines: [] };
    } else if (fence?.startsWith(open.fence) && behind.trim() === "") {
      last = open.lines.join("\n");
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  // An unclosed block at the end of the reply extends to its end.
  return open ? open.lines.join("\n") : last;
}
