import { attributeOf, childrenOf, descendantsOf, textIn, type XmlElement } from "@/lib/documents/xml";

/** Elements inside of a paragraph whose text is not the paragraph's own. */
const skipped = new Set(["annotation", "note", "text-box", "desc", "title", "ruby-text"]);

/** Returns the text of a paragraph or heading of an OpenDocument file, with its notes in brackets. */
export function openDocumentText(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return child.replace(/\s+/g, " ");
      switch (child.name) {
        case "s":
          return " ".repeat(Math.min(100, Number(attributeOf(child, "c")) || 1));
        case "tab":
          return "\t";
        case "line-break":
          return "\n";
        case "note":
          return ` [${descendantsOf(child, "note-body").map(textIn).join(" ").trim()}]`;
        default:
          return skipped.has(child.name) ? "" : openDocumentText(child);
      }
    })
    .join("");
}

/** Returns whether lists of a style are numbered at a level, from 1. */
export function readOrderedLists(
  ...roots: readonly (XmlElement | undefined)[]
): (style: string, level: number) => boolean {
  const ordered = new Set<string>();
  for (const style of roots.flatMap((root) => (root ? descendantsOf(root, "list-style") : []))) {
    for (const level of childrenOf(style, "list-level-style-number")) {
      if (attributeOf(level, "num-format")) {
        ordered.add(`${attributeOf(level, "level")} ${attributeOf(style, "name")}`);
      }
    }
  }
  return (style, level) => ordered.has(`${level} ${style}`);
}
