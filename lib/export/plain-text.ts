import type { Element, Root, RootContent } from "hast";
import { blockTree } from "@/lib/markdown/block-trees";
import { definitionsFor, labelsIn } from "@/lib/markdown/definitions";
import { noBlocks, splitBlocks } from "@/lib/markdown/split-blocks";

/**
 * Returns the text of a Markdown document without its marks. Links are followed by their URLs, table cells are separated
 * by tabs, and code is unchanged. A block that is too costly to parse is returned as it is.
 */
export function plainTextOf(markdown: string): string {
  const { done, tail, definitions, tailDefinitions } = splitBlocks(noBlocks, markdown);
  return [...done, tail]
    .map((text) => {
      const source = { text, isLive: false, notePrefix: "" };
      const tree = blockTree({ ...source, definitions: definitionsFor(labelsIn(text), definitions, tailDefinitions) });
      return tree ? blocksOf(tree).join("\n\n") : text.trim();
    })
    .filter(Boolean)
    .join("\n\n");
}

/** Returns the blocks of an element, without blank ones. */
function blocksOf({ children }: Root | Element): string[] {
  const blocks: string[] = [];
  let line = "";
  const end = () => {
    if (line.trim() !== "") blocks.push(singleBreaks(line).trim());
    line = "";
  };
  for (const node of children) {
    const block = node.type === "element" ? blockOf(node) : undefined;
    if (block === undefined) line += inlineText(node);
    else {
      end();
      if (block !== "") blocks.push(block);
    }
  }
  end();
  return blocks;
}

/** Returns the text of a block element; undefined for an inline element. */
function blockOf(element: Element): string | undefined {
  switch (element.tagName) {
    case "p":
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return childText(element).trim();
    case "pre":
      return sourceOf(element).replace(/\n$/, "");
    case "ul":
    case "ol":
      return listText(element);
    case "blockquote":
      return indented(blocksOf(element).join("\n\n"), "> ");
    case "table":
      return rowsOf(element).join("\n");
    case "hr":
      return "-".repeat(20);
    case "div":
      return blocksOf(element).join(element.properties.dataNote === undefined ? "\n\n" : " ");
    default:
      return undefined;
  }
}

function listText({ tagName, properties, children }: Element): string {
  const items = children.filter((child) => child.type === "element");
  const first = typeof properties.start === "number" ? properties.start : 1;
  return items
    .map((item, index) => {
      const mark = tagName === "ol" ? `${first + index}. ` : "- ";
      return mark + indented(blocksOf(item).join("\n"), " ".repeat(mark.length)).trimStart();
    })
    .join("\n");
}

function indented(text: string, prefix: string): string {
  return text
    .split("\n")
    .map((line) => (prefix + line).trimEnd())
    .join("\n");
}

function rowsOf(element: Element): string[] {
  const children = element.children.filter((child) => child.type === "element");
  if (element.tagName === "tr") return [children.map((cell) => childText(cell).trim().replace(/\s+/g, " ")).join("\t")];
  return children.flatMap(rowsOf);
}

function childText({ children }: Element): string {
  return singleBreaks(children.map(inlineText).join(""));
}

/** A line break is an element and a line feed. */
function singleBreaks(text: string): string {
  return text.replace(/\n{2,}/g, "\n");
}

function inlineText(node: RootContent): string {
  if (node.type === "text") return node.value === "\n" ? "" : node.value;
  if (node.type !== "element") return "";
  const { tagName, properties } = node;
  switch (tagName) {
    case "br":
      return "\n";
    case "input":
      return properties.checked ? "[x]" : "[ ]";
    case "img":
      return withUrl(String(properties.alt ?? ""), String(properties.src ?? ""));
    case "a":
      return withUrl(childText(node), String(properties.href ?? ""));
    case "sup":
      return `[${childText(node)}]`;
    case "code":
      return sourceOf(node);
    default:
      return childText(node);
  }
}

/** Adds the URL of a link to its text, unless it is the text, a place in the document or the content itself. */
function withUrl(text: string, url: string): string {
  if (url === "" || /^(?:#|data:)/.test(url) || url.replace(/^mailto:|\/$/g, "") === text.replace(/\/$/, ""))
    return text;
  return text === "" ? url : `${text} (${url})`;
}

function sourceOf({ children }: Element): string {
  return children
    .map((node) => (node.type === "text" ? node.value : node.type === "element" ? sourceOf(node) : ""))
    .join("");
}
