import { formulaText } from "@/lib/documents/formula-text";
import type { TextWriter } from "@/lib/documents/text-writer";
import { childrenOf, descendantsOf, textIn, type XmlElement } from "@/lib/documents/xml";

/** Elements that are not text of a document. */
const skipped = new Set(["script", "style", "head", "template", "noscript", "svg", "iframe", "object", "nav"]);

/** Elements that are part of a line. */
const inline = new Set(
  "a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark math q rp rt ruby s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** Writes HTML as Markdown: headings, paragraphs, lists, tables, quotations and code. Throws TextLimitReached. */
export function writeHtml(root: XmlElement, writer: TextWriter): void {
  let line = "";

  function endLine() {
    writer.block(tidy(line));
    line = "";
  }

  for (const child of root.children) {
    if (typeof child === "string" || inline.has(child.name)) line += inlineText(child);
    else if (!skipped.has(child.name)) {
      endLine();
      writeElement(child, writer);
    }
  }
  endLine();
}

function writeElement(element: XmlElement, writer: TextWriter): void {
  const level = /^h([1-6])$/.exec(element.name)?.[1];
  if (level !== undefined) writer.heading(Number(level), inlineText(element));
  else if (element.name === "ul" || element.name === "ol") writeList(element, writer, 0);
  else if (element.name === "table") writer.table(tableRows(element));
  else if (element.name === "pre") {
    const code = textIn(element).replace(/^\n|\n$/g, "");
    writer.block(`\`\`\`\n${code.replace(/`{3,}/g, "``")}\n\`\`\``);
  } else writeHtml(element, writer);
}

function tableRows(table: XmlElement): string[][] {
  return descendantsOf(table, "tr").map((row) => childrenOf(row).map((cell) => tidy(inlineText(cell))));
}

function writeList(list: XmlElement, writer: TextWriter, level: number): void {
  for (const [index, item] of childrenOf(list, "li").entries()) {
    const isNested = (child: XmlElement | string) =>
      typeof child !== "string" && (child.name === "ul" || child.name === "ol");
    const text = tidy(item.children.map((child) => (isNested(child) ? "" : inlineText(child))).join(""));
    const marker = list.name === "ol" ? `${index + 1}.` : "-";
    if (text) writer.block(`${"   ".repeat(Math.min(9, level))}${marker} ${text.replace(/\n/g, " ")}`, "item");
    for (const nested of item.children) {
      if (typeof nested !== "string" && isNested(nested)) writeList(nested, writer, level + 1);
    }
  }
}

/** Returns the text of an element in lines; a `br` and inner blocks end a line. */
function inlineText(node: XmlElement | string): string {
  if (typeof node === "string") return node.replace(/\s+/g, " ");
  if (node.name === "br") return "\n";
  if (node.name === "math") return formulaText(node);
  if (skipped.has(node.name) || node.name === "rt" || node.name === "rp") return "";
  const text = node.children.map(inlineText).join("");
  return inline.has(node.name) ? text : `\n${text}\n`;
}

function tidy(text: string): string {
  return text
    .replace(/[^\S\n]+/g, " ")
    .replace(/ *\n[ \n]*/g, "\n")
    .trim();
}
