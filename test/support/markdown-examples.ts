import { readFileSync } from "node:fs";
import { tests as commonmark } from "commonmark-spec";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** A text and how a specification says that it is drawn. */
export interface MarkdownExample {
  readonly name: string;
  readonly markdown: string;
  readonly html: string;
}

const gfm: typeof commonmark = JSON.parse(readFileSync("test/fixtures/markdown/gfm.json", "utf8"));

/** The examples of CommonMark 0.31.2, and those of what GFM adds to it. */
export const markdownExamples: readonly MarkdownExample[] = [
  ...commonmark.map((example, index) => named("CommonMark", index, example)),
  ...gfm.map((example, index) => named("GFM", index, example)),
];

/** The specifications write a tab as an arrow. */
function named(from: string, index: number, { section, markdown, html }: (typeof commonmark)[number]): MarkdownExample {
  const withTabs = (text: string) => text.replaceAll("→", "\t");
  return { name: `${from} ${index + 1} (${section})`, markdown: withTabs(markdown), html: withTabs(html) };
}

/** Returns the raw HTML in a text, piece by piece. */
export function htmlIn(markdown: string): readonly string[] {
  return htmlOf(fromMarkdown(markdown));
}

function htmlOf(node: Nodes): string[] {
  if (node.type === "html") return [node.value];
  return "children" in node ? node.children.flatMap((child) => htmlOf(child)) : [];
}
