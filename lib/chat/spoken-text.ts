import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";

/** Nobody listens to more, and parsing it would hold the page up; in characters. */
const maxSpokenChars = 50_000;

const syntax = {
  extensions: [gfm(), math()],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
};

/** More marks than these between two blank lines are no writing, and parsing them costs their square. */
const maxMarks = 1000;
const mark = /[*_`~[\]<>!|$]+/g;

/**
 * Answers what of a Markdown text is read aloud, one line a block: words without their marks, the words of links and
 * not their addresses, the cells of tables; neither code blocks nor formulas of their own.
 */
export function spokenText(markdown: string): string {
  const text = markdown.slice(0, maxSpokenChars);
  const isCostly = text.split(/\n[ \t]*\n/).some((block) => (block.match(mark)?.length ?? 0) > maxMarks);
  return (isCostly ? text.replace(mark, " ").split("\n") : linesOf(fromMarkdown(text, syntax)))
    .map((line) => line.replaceAll("**", "").replace(/\s+/g, " ").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join("\n");
}

function linesOf(node: Nodes): string[] {
  switch (node.type) {
    case "root":
    case "blockquote":
    case "list":
    case "listItem":
    case "table":
      return node.children.flatMap(linesOf);
    case "tableRow":
      return [node.children.map(wordsOf).join(", ")];
    case "paragraph":
    case "heading":
      return [wordsOf(node)];
    default:
      return [];
  }
}

function wordsOf(node: Nodes): string {
  switch (node.type) {
    case "text":
    case "inlineCode":
    case "inlineMath":
      return node.value;
    case "image":
      return node.alt ?? "";
    case "break":
      return " ";
    case "html":
    case "footnoteReference":
      return "";
    default:
      return "children" in node ? node.children.map(wordsOf).join("") : "";
  }
}
