import type { RootContent } from "mdast";

/** The definitions that apply to the whole text: by label, the Markdown that repeats one in another block. */
export type Definitions = ReadonlyMap<string, string>;

export const noDefinitions: Definitions = new Map();

/**
 * Maximum length of one definition, and of all definitions for one block, in characters: each block parses its
 * definitions again.
 */
const maxDefinition = 2000;
const maxForOneBlock = 20_000;

/** Adds the link and footnote definitions among the top-level nodes of a text. The first one of a label counts. */
export function withDefinitions(known: Definitions, nodes: readonly RootContent[], text: string): Definitions {
  const found = nodes.flatMap((node) => definitionOf(node, text)).filter(([label]) => !known.has(label));
  return found.length === 0 ? known : new Map([...found.toReversed(), ...known]);
}

/**
 * Returns the definitions in a node with their labels. A footnote has no content here, because it is rendered where it
 * is written.
 */
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

/** Text in brackets; the limit makes the search linear. */
const bracketed = /\[((?:[^[\]\\]|\\.){1,300})\]/gs;

/** Returns the labels in a block that a definition elsewhere may resolve; empty for code. */
export function labelsIn(block: string): readonly string[] {
  if (/^(?: {4}|\t| {0,3}(?:```|~~~|\$\$))/.test(block)) return noLabels;
  const labels = new Set([...block.matchAll(bracketed)].map((match) => normalizeLabel(match[1] ?? "")));
  return labels.size === 0 ? noLabels : [...labels];
}

const noLabels: readonly string[] = [];

/** Returns the Markdown to insert before a block to define its labels; empty if it uses none. */
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

/** Labels match ignoring case and spaces. https://spec.commonmark.org/0.31.2/#matches */
function normalizeLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, " ")
    .trim()
    .toLowerCase()
    .toUpperCase();
}
