import type { ElementContent } from "hast";
import type { Html, Nodes, Text } from "mdast";
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { gfmStrikethroughCjkFriendly } from "micromark-extension-cjk-friendly-gfm-strikethrough";
import type { Options } from "react-markdown";
import remarkGfm from "remark-gfm";
import remarkMath from "remark-math";
import type { PluggableList } from "unified";
import { element } from "./element";
import styles from "./markdown.module.css";
import { mediaTag } from "./media-kind";

/** The Markdown dialect: GFM, formulas in double dollars, and emphasis beside Chinese and Japanese punctuation. */
export const plugins: PluggableList = [remarkGfm, [remarkMath, { singleDollarTextMath: false }], remarkCjkEmphasis];

/** CommonMark requires a space before `**「` and after `」**`, which these scripts do not use. */
function remarkCjkEmphasis(this: { data(): object }): void {
  const data: { micromarkExtensions?: unknown[] } = this.data();
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    cjkFriendlyExtension(),
    gfmStrikethroughCjkFriendly(),
  ];
}

type Handlers = NonNullable<NonNullable<Options["remarkRehypeOptions"]>["handlers"]>;

/** Handlers for text and HTML: line breaks are preserved, and HTML is shown as source. */
export const textHandlers: Handlers = {
  text: (_state, { value }: Text): ElementContent[] => withBreaks(value),
  html: (_state, { value }: Html, parent: Nodes | undefined): ElementContent | undefined => {
    if (/^<br *\/?>$/i.test(value)) return element("br");
    const media = mediaTag(value);
    if (media) return element(media.kind, { src: media.src });
    if (isMediaEnd(value, parent)) return undefined;
    const text: ElementContent = { type: "text", value };
    const isBlock = parent !== undefined && flowParents.has(parent.type);
    return isBlock ? element("p", { className: [styles.plain ?? ""] }, [text]) : text;
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
