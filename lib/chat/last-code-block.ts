/** The line that opens a fenced block of code, or closes it: its fence, and what stands behind. */
const fenceLine = /^(?: {0,3}|[ \t]*(?:[-*+]|\d+[.)])[ \t]+)(`{3,}|~{3,})(.*)$/;

/** Returns the code of the last fenced block of a Markdown text; none where there is no block. */
export function lastCodeBlock(text: string): string | undefined {
  let open: { readonly fence: string; readonly lines: string[] } | undefined;
  let last: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, fence, behind = ""] = fenceLine.exec(line) ?? [];
    if (!open) {
      // A fence of backticks has none behind it, or it is code within a line.
      if (fence && !(fence.startsWith("`") && behind.includes("`"))) open = { fence, lines: [] };
    } else if (fence?.startsWith(open.fence) && behind.trim() === "") {
      last = open.lines.join("\n");
      open = undefined;
    } else {
      open.lines.push(line);
    }
  }
  // A block that the reply breaks off in reaches to its end.
  return open ? open.lines.join("\n") : last;
}
