import type { Element, ElementContent, Root } from "hast";
import type { Html, Nodes, Text } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { mathFromMarkdown } from "mdast-util-math";
import { type Handlers, toHast } from "mdast-util-to-hast";
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { gfmStrikethroughCjkFriendly } from "micromark-extension-cjk-friendly-gfm-strikethrough";
import { gfm } from "micromark-extension-gfm";
import { math } from "micromark-extension-math";
import { combineExtensions } from "micromark-util-combine-extensions";
import { element } from "@/lib/markdown/element";
import { footnotes } from "@/lib/markdown/footnotes";
import { mediaTag } from "@/lib/markdown/media-kind";
import { isPlainLine } from "@/lib/markdown/plain-line";
import { simpleCode } from "@/lib/markdown/simple-blocks";

/**
 * The Markdown dialect: GFM, formulas in double dollars, and emphasis beside Chinese and Japanese punctuation. CommonMark
 * requires a space before `**「` and after `」**`, which these scripts do not use.
 */
const dialect = {
  // Combined once: the parser combines the given extensions for each text.
  extensions: [
    combineExtensions([
      gfm(),
      math({ singleDollarTextMath: false }),
      cjkFriendlyExtension(),
      gfmStrikethroughCjkFriendly(),
    ]),
  ],
  mdastExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
};

/**
 * Parses the Markdown of a block into elements. HTML becomes text. Formulas are `code` elements with the class
 * `math-inline` or `math-display`.
 *
 * @param notePrefix prefix of the ids of footnotes, which must be unique on the page
 */
export function parseBlock(source: string, notePrefix: string): Root {
  // Most blocks of a reply are plain paragraphs; the blank line after a block belongs to it.
  const line = source.replace(/\n+$/, "");
  if (isPlainLine(line)) return { type: "root", children: [element("p", {}, [{ type: "text", value: line }])] };
  const simple = simpleCode(source);
  if (simple) return { type: "root", children: [codeElement(simple)] };
  const tree = toHast(fromMarkdown(source, dialect), {
    allowDangerousHtml: true,
    handlers: { ...textHandlers, ...footnotes(notePrefix) },
  });
  return tree.type === "root" ? tree : { type: "root", children: [tree as Element] };
}

/** Returns the elements of fenced code, as the parser would. */
function codeElement({ language, code }: { readonly language: string; readonly code: string }): Element {
  const properties = language === "" ? {} : { className: [`language-${language}`] };
  const text = { type: "text", value: code === "" ? "" : `${code}\n` } as const;
  return element("pre", {}, [element("code", properties, [text])]);
}

/** Handlers for text and HTML: line breaks are preserved, and HTML is shown as source. */
const textHandlers: Handlers = {
  text: (_state, { value }: Text): ElementContent[] => withBreaks(value),
  html: (_state, { value }: Html, parent: Nodes | undefined): ElementContent | undefined => {
    if (/^<br *\/?>$/i.test(value)) return element("br");
    const media = mediaTag(value);
    if (media) return element(media.kind, { src: media.src });
    if (isMediaEnd(value, parent)) return undefined;
    const text: ElementContent = { type: "text", value };
    const isBlock = parent !== undefined && flowParents.has(parent.type);
    return isBlock ? element("p", { dataPlain: "" }, [text]) : text;
  },
};

/** Within a line, the closing tag is a separate node. */
function isMediaEnd(html: string, parent: Nodes | undefined): boolean {
  if (!/^<\/(?:audio|video)\s*>$/i.test(html) || !parent || !("children" in parent)) return false;
  return parent.children.some((node) => node.type === "html" && mediaTag(node.value) !== null);
}

/** In these parents HTML is a block; in others it is inline. */
const flowParents = new Set<string>(["root", "blockquote", "listItem", "footnoteDefinition"]);

function withBreaks(value: string): ElementContent[] {
  return value.split(/[ \t]*\r?\n[ \t]*/).flatMap((line, index): ElementContent[] => {
    const text: ElementContent = { type: "text", value: index === 0 ? line : `\n${line}` };
    return index === 0 ? [text] : [element("br"), text];
  });
}
