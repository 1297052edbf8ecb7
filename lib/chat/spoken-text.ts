import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { combineExtensions } from "micromark-util-combine-extensions";

/** Maximum length of the text that is read aloud, in characters. */
const maxSpokenChars = 50_000;

/** Length after which a list continues in a new block, in characters. */
const listChars = 1000;

const syntax = {
  // Combined once: the parser combines the given extensions for each text.
  extensions: [combineExtensions([gfm(), math()])],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
};

/**
 * Limits of a block that is parsed: characters and markup characters. Parsing larger ones, such as big tables, would
 * block the page.
 */
const maxBlock = { chars: 4000, marks: 400 };
const mark = /[*_`~[\]<>!|$]/g;
/** Deep nesting of lists and quotes, which takes quadratic time to parse. */
const deep = /^[\s>*+\-\d.)]{40}/m;

const fence = /^\s*(`{3,}|~{3,})/;
const listItem = /^(?:[*+-]|\d+[.)])\s/;
const definition = /^ {0,3}\[[^\]\n]+\]:/;

/**
 * Returns the text of a Markdown document that is read aloud, one line per block. It contains text without markup, link
 * texts without URLs, and table cells, but no code blocks and no block formulas.
 */
export function spokenText(markdown: string): string {
  return createSpokenText()(markdown);
}

/** Returns `spokenText` for a growing text: blocks that were parsed before are cached. */
export function createSpokenText(): (markdown: string) => string {
  let known: ReadonlyMap<string, readonly string[]> = new Map();
  return (markdown) => {
    const read = spokenBlocks(markdown).map((block) => [block, known.get(block) ?? spokenLines(block)] as const);
    known = new Map(read);
    return read.flatMap(([, lines]) => lines).join("\n");
  };
}

/** Returns the blocks of a Markdown text that may be read aloud; each can be parsed independently. */
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

/** Returns the lines of one of the `spokenBlocks` that are read aloud. */
export function spokenLines(block: string): string[] {
  const isCostly =
    block.length > maxBlock.chars || (block.match(mark)?.length ?? 0) > maxBlock.marks || deep.test(block);
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
