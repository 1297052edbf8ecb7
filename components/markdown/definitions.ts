import type { RootContent } from "mdast";

/** What blocks define for all of the text: by label, the Markdown that makes it known in another block. */
export type Definitions = ReadonlyMap<string, string>;

export const noDefinitions: Definitions = new Map();

/** Longer definitions, and more of them for one block, are left where they stand: each block parses them again. */
const maxDefinition = 2000;
const maxForOneBlock = 20_000;

/** Adds the link and footnote definitions among the top-level nodes of a text to those known; the first of a name counts. */
export function withDefinitions(known: Definitions, nodes: readonly RootContent[], text: string): Definitions {
  const found = nodes.flatMap((node) => definitionOf(node, text)).filter(([label]) => !known.has(label));
  return found.length === 0 ? known : new Map([...found.toReversed(), ...known]);
}

/** The definitions in a node under their labels; a footnote is only announced, because its text is drawn where it stands. */
function definitionOf(node: RootContent, text: string): [string, string][] {
  const start = node.position?.start.offset;
  const end = node.position?.end.offset;
  if (start === undefined || end === undefined) return [];
  if (node.type === "blockquote" || node.type === "list" || node.type === "listItem") {
    return node.children.flatMap((child) => definitionOf(child, text));
  }
  if (node.type === "definition" && end - start <= maxDefinition) {
    return [[normalizeLabel(node.identifier), text.slice(start, end)]];
  }
  if (node.type !== "footnoteDefinition") return [];
  const announced = footnoteLabel.exec(text.slice(start, start + maxDefinition))?.[0];
  return announced === undefined ? [] : [[`^${normalizeLabel(node.identifier)}`, announced]];
}

const footnoteLabel = /^\[\^(?:[^\]\\]|\\.)+\]:/;

/** What stands in brackets; the bound keeps the search linear. */
const bracketed = /\[((?:[^[\]\\]|\\.){1,300})\]/gs;

/** Returns the labels of a block that a definition elsewhere may resolve; none for code. */
export function labelsIn(block: string): readonly string[] {
  if (/^(?: {4}|\t| {0,3}(?:```|~~~|\$\$))/.test(block)) return noLabels;
  const labels = new Set([...block.matchAll(bracketed)].map((match) => normalizeLabel(match[1] ?? "")));
  return labels.size === 0 ? noLabels : [...labels];
}

const noLabels: readonly string[] = [];

/** Returns the Markdown to put before a block so that its labels are known there; empty if it uses none. */
export function definitionsFor(labels: readonly string[], ...known: readonly Definitions[]): string {
  let footnotes = "";
  let links = "";
  for (const label of labels) {
    const source = known.find((definitions) => definitions.has(label))?.get(label);
    if (source === undefined || footnotes.length + links.length + source.length > maxForOneBlock) continue;
    if (label.startsWith("^")) footnotes += `${source}\n\n`;
    else links += `${source}\n\n`;
  }
  return footnotes + links;
}

/** Labels match whatever their case and their spaces. https://spec.commonmark.org/0.31.2/#matches */
function normalizeLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, " ")
    .trim()
    .toLowerCase()
    .toUpperCase();
}
