import { type DocumentPackage, relationshipsOf } from "@/lib/documents/document-package";
import { attributeOf, childrenOf, descendantAt, type XmlElement } from "@/lib/documents/xml";

/** The properties of a paragraph that become Markdown. */
export interface ParagraphKind {
  /** Level of a heading, from 1. */
  readonly heading?: number;
  /** The list of an item, and its level from 0. */
  readonly list?: { readonly id: string; readonly level: number };
}

/** The styles and lists of a Word document. */
export interface WordStyles {
  kindOf(paragraph: XmlElement): ParagraphKind;
  /** Returns the marker of the next item of a list: a hyphen, or its number. */
  nextMarker(list: { readonly id: string; readonly level: number }): string;
}

/** Reads the styles and lists of a Word document. Throws RefusedDocument. */
export async function readWordStyles(parts: DocumentPackage, main: string): Promise<WordStyles> {
  const related = [...(await relationshipsOf(parts, main)).values()];
  const read = async (type: string) => parts.xml(related.find((each) => each.type === type)?.target ?? "");
  const styles = new Map(
    childrenOf(await read("styles"), "style").map((style) => [attributeOf(style, "styleId") ?? "", style]),
  );
  const numbering = await read("numbering");
  const counters = createCounters(numbering);

  function kindOf(paragraph: XmlElement): ParagraphKind {
    const chain = [paragraph, ...styleChain(styles, valueAt(paragraph, "pPr", "pStyle"))];
    const heading = first(chain, headingLevel);
    const id = first(chain, (each) => valueAt(each, "pPr", "numPr", "numId"));
    if (heading !== undefined && heading > 0) return { heading };
    if (id === undefined || id === "0") return {};
    return { list: { id, level: Number(first(chain, (each) => valueAt(each, "pPr", "numPr", "ilvl")) ?? 0) || 0 } };
  }

  return { kindOf, nextMarker: counters };
}

/** Returns the level of a heading from the outline level or the built-in name of a style; 0 for plain text. */
function headingLevel(element: XmlElement): number | undefined {
  const outline = valueAt(element, "pPr", "outlineLvl");
  if (outline !== undefined) return Number(outline) < 9 ? Number(outline) + 1 : 0;
  const name = valueAt(element, "name")?.toLowerCase() ?? "";
  if (name === "title") return 1;
  const level = /^heading (\d)$/.exec(name)?.[1];
  return level === undefined ? undefined : Number(level);
}

/** Returns a style and the styles that it is based on. */
function styleChain(styles: ReadonlyMap<string, XmlElement>, id: string | undefined): XmlElement[] {
  const chain: XmlElement[] = [];
  for (let next = id; next !== undefined && chain.length < 20; ) {
    const style = styles.get(next);
    if (!style) break;
    chain.push(style);
    next = valueAt(style, "basedOn");
  }
  return chain;
}

function createCounters(numbering: XmlElement | undefined): WordStyles["nextMarker"] {
  const abstract = new Map(
    childrenOf(numbering, "abstractNum").map((each) => [attributeOf(each, "abstractNumId") ?? "", each]),
  );
  const lists = new Map(
    childrenOf(numbering, "num").map((each) => [
      attributeOf(each, "numId") ?? "",
      abstract.get(valueAt(each, "abstractNumId") ?? ""),
    ]),
  );
  const counts = new Map<string, number[]>();
  return ({ id, level }) => {
    const definition = childrenOf(lists.get(id), "lvl").find((each) => Number(attributeOf(each, "ilvl")) === level);
    const format = valueAt(definition, "numFmt");
    if (format === undefined || format === "bullet" || format === "none") return "-";
    const numbers = (counts.get(id) ?? []).slice(0, level + 1);
    numbers[level] = (numbers[level] ?? (Number(valueAt(definition, "start") ?? 1) || 1) - 1) + 1;
    counts.set(id, numbers);
    return `${numbers[level]}.`;
  };
}

function first<Value>(
  elements: readonly XmlElement[],
  read: (element: XmlElement) => Value | undefined,
): Value | undefined {
  for (const element of elements) {
    const value = read(element);
    if (value !== undefined) return value;
  }
  return undefined;
}

function valueAt(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  const found = descendantAt(element, ...path);
  return found && attributeOf(found, "val");
}
