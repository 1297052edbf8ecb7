import { renderToStaticMarkup } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { MarkdownBlocks } from "@/components/markdown/markdown-blocks";
import { english } from "./words";

/** Draws a whole text, as the page would once everything for it has loaded, and returns the HTML of it. */
export function drawnMarkdown(text: string): string {
  return renderToStaticMarkup(
    <IntlProvider locale="en" messages={english} timeZone="UTC">
      <MarkdownBlocks text={text} isLive={false} isLast={false} />
    </IntlProvider>,
  );
}

/** A tree without what only concerns the look, to compare what we draw with what a specification says. */
export type Tree = string | { readonly tag: string; readonly facts: string; readonly children: readonly Tree[] };

/** Reads the HTML of a specification's example. */
export function expectedTree(html: string): readonly Tree[] {
  return treesOf(parse(html));
}

/** Reads what we have drawn. */
export function drawnTree(html: string): readonly Tree[] {
  const body = parse(html);
  for (const code of body.querySelectorAll("[data-code]")) {
    const pre = body.ownerDocument.createElement("pre");
    const inner = body.ownerDocument.createElement("code");
    const language = code.getAttribute("data-language");
    if (language) inner.className = `language-${language}`;
    inner.textContent = code.textContent ? `${code.textContent}\n` : "";
    pre.append(inner);
    code.closest("figure")?.replaceWith(pre);
  }
  for (const image of body.querySelectorAll("[data-alt]")) image.replaceWith(image.getAttribute("data-alt") ?? "");
  return treesOf(body);
}

function parse(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, "text/html").body;
}

/** What stands around blocks for our own sake. */
const wrappers = new Set(["DIV", "SECTION"]);
/** Between these, spaces and line breaks have no meaning. */
const blocks = new Set(
  "BODY DIV SECTION P UL OL LI BLOCKQUOTE PRE H1 H2 H3 H4 H5 H6 HR TABLE THEAD TBODY TR TH TD".split(" "),
);

function treesOf(node: Node): Tree[] {
  return joined([...node.childNodes].flatMap((child) => treeOf(child))).flatMap((tree, index, all) =>
    typeof tree === "string"
      ? trimmed(tree, node, isBlock(all[index - 1]), isBlock(all[index + 1]), index, all.length)
      : [tree],
  );
}

function treeOf(node: Node): Tree[] {
  if (node.nodeType === 3) return [node.textContent ?? ""];
  if (node.nodeType !== 1) return [];
  const element = node as Element;
  if (element.tagName === "BR") return [hardBreak];
  if (wrappers.has(element.tagName)) return treesOf(element);
  // Images and links follow a policy of ours: what it does not let through is shown as its words.
  if (element.tagName === "IMG") return [element.getAttribute("alt") ?? ""];
  if (element.tagName === "A" && !isOpenLink(element.getAttribute("href") ?? "")) return treesOf(element);
  return [{ tag: element.tagName.toLowerCase(), facts: factsOf(element), children: treesOf(element) }];
}

function isOpenLink(href: string): boolean {
  return /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(href);
}

/** What is part of the structure: where links lead, which language code has, where lists begin. */
function factsOf(element: Element): string {
  const align = element.getAttribute("align") ?? /text-align: ?(\w+)/.exec(element.getAttribute("style") ?? "")?.[1];
  const checked = element.hasAttribute("checked") ? "checked" : "";
  const names = ["href", "start", "class"].map((name) =>
    name === "class" && element.tagName !== "CODE" ? "" : element.getAttribute(name),
  );
  return [...names, align, checked].filter(Boolean).join(" ");
}

/** Stands for a hard break, which a line break of the source may follow. */
const hardBreak = "\u2028";

function joined(trees: readonly Tree[]): Tree[] {
  const merged: Tree[] = [];
  for (const tree of trees) {
    const before = merged.at(-1);
    if (typeof tree === "string" && typeof before === "string") merged[merged.length - 1] = before + tree;
    else merged.push(tree);
  }
  return merged.map((tree) => (typeof tree === "string" ? tree.replace(/\u2028\n?/g, "\n") : tree));
}

function isBlock(tree: Tree | undefined): boolean {
  return typeof tree === "object" && blocks.has(tree.tag.toUpperCase());
}

function trimmed(
  text: string,
  parent: Node,
  afterBlock: boolean,
  beforeBlock: boolean,
  index: number,
  count: number,
): Tree[] {
  const element = parent as Element;
  if (element.closest("pre")) return [text];
  const isInBlock = blocks.has(element.tagName);
  let result = text;
  if (afterBlock || (isInBlock && index === 0)) result = result.trimStart();
  if (beforeBlock || (isInBlock && index === count - 1)) result = result.trimEnd();
  return result === "" ? [] : [result];
}
