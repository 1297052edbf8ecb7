import type { Element, ElementContent, Root, RootContent } from "hast";
import { element } from "@/lib/markdown/element";

/**
 * A mark such as `[report.pdf, p. 12]` or `[notes.txt]`: the name of a file, and a place after a comma. Chinese and Japanese
 * texts have their own brackets and commas.
 */
const mark = /[[【]([^[\]【】\n]{1,300}(?:[,，][^[\]【】\n]{1,200}|\.\w{1,8}))[\]】]/g;

/** Elements whose text is not searched for marks. */
const verbatim = new Set(["a", "code", "pre"]);

/** Whether a text may contain marks of citations. */
export function mayHaveCitations(text: string): boolean {
  return text.search(mark) >= 0;
}

/** Replaces marks of citations in a tree by `cite` elements with the mark as `dataMark`. */
export function withCitations(tree: Root): Root {
  const children = tree.children.flatMap((node): RootContent[] => (node.type === "doctype" ? [node] : cited(node)));
  return { ...tree, children };
}

function cited(node: ElementContent): ElementContent[] {
  if (node.type === "text") return citedText(node.value);
  if (node.type !== "element" || verbatim.has(node.tagName)) return [node];
  return [{ ...node, children: node.children.flatMap(cited) } satisfies Element];
}

function citedText(text: string): ElementContent[] {
  const parts: ElementContent[] = [];
  let start = 0;
  for (const { 0: whole, 1: inner = "", index } of text.matchAll(mark)) {
    if (index > start) parts.push({ type: "text", value: text.slice(start, index) });
    parts.push(element("cite", { dataMark: inner }, [{ type: "text", value: whole }]));
    start = index + whole.length;
  }
  if (start < text.length || parts.length === 0) parts.push({ type: "text", value: text.slice(start) });
  return parts;
}
