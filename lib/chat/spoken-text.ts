import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";

/** Nobody listens to more; in characters. */
const maxSpokenChars = 50_000;

/** A list goes on as a block of its own behind so many characters. */
const listChars = 1000;

const syntax = {
  extensions: [gfm(), math()],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
};

/** A block with more is no writing, or a table of which nobody hears the columns; parsing it holds the page up. */
const mostOfBlock = { chars: 4000, marks: 400 };
const mark = /[*_`~[\]<>!|$]/g;
/** What opens so many lists and quotes at once costs its square to parse. */
const deep = /^[\s>*+\-\d.)]{40}/m;

const fence = /^\s*(`{3,}|~{3,})/;
const listItem = /^(?:[*+-]|\d+[.)])\s/;
const definition = /^ {0,3}\[[^\]\n]+\]:/;

/**
 * Returns what of a Markdown text is read aloud, one line a block: words without their marks, the words of links and
 * not their addresses, the cells of tables; neither code blocks nor formulas of their own.
 */
export function spokenText(markdown: string): string {
  return createSpokenText()(markdown);
}

/** Returns `spokenText` for a text that grows: blocks that it has read before are not read again. */
export function createSpokenText(): (markdown: string) => string {
  let known: ReadonlyMap<string, readonly string[]> = new Map();
  return (markdown) => {
    const read = spokenBlocks(markdown).map((block) => [block, known.get(block) ?? spokenLines(block)] as const);
    known = new Map(read);
    return read.flatMap(([, lines]) => lines).join("\n");
  };
}

/** Returns the parts of a Markdown text of which something may be read aloud; each can be read by itself. */
export function spokenBlocks(markdown: string): string[] {
  const lines = markdown.slice(0, maxSpokenChars).split("\n");
  const blocks: string[] = [];
  let block: string[] = [];
  let openFence = "";
  let wasBlank = false;
  const end = () => {
    if (block.length > 0) blocks.push(block.join("\n"));
    block = [];
  };
  for (const line of lines) {
    const [, signs = ""] = fence.exec(line) ?? [];
    if (openFence !== "") {
      if (signs.startsWith(openFence)) openFence = "";
      continue;
    }
    if (signs !== "") {
      openFence = signs;
      wasBlank = true;
      continue;
    }
    const isLong = listItem.test(line) && block.reduce((chars, { length }) => chars + length, 0) > listChars;
    if (isLong || (wasBlank && /^\S/.test(line))) end();
    wasBlank = line.trim() === "";
    if (!wasBlank || block.length > 0) block.push(line);
  }
  end();
  const definitions = lines.filter((line) => definition.test(line)).slice(0, 100);
  return blocks.map((each) =>
    definitions.length > 0 && each.includes("[") ? [each, "", ...definitions].join("\n") : each,
  );
}

/** Returns the lines that are read aloud of one of the `spokenBlocks`. */
export function spokenLines(block: string): string[] {
  const isCostly =
    block.length > mostOfBlock.chars || (block.match(mark)?.length ?? 0) > mostOfBlock.marks || deep.test(block);
  return (isCostly ? block.replace(mark, " ").split("\n") : linesOf(fromMarkdown(block, syntax)))
    .map((line) => line.replaceAll("**", "").replace(/\s+/g, " ").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
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
