import { Parser, type ParserOptions } from "htmlparser2";
import { RefusedDocument } from "@/lib/documents/refused-document";

/** An element of XML or HTML. */
export interface XmlElement {
  /** The name without a namespace prefix, in lower case for HTML. */
  readonly name: string;
  /** Attributes by their names with prefixes. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (XmlElement | string)[];
}

/** An element that was read as a whole, with the open elements around it, outermost first. */
export interface XmlUnit {
  readonly element: XmlElement;
  readonly ancestors: readonly XmlElement[];
}

/** Limits above any real document: nesting, and elements that are in memory at once. */
const maxDepth = 256;
const maxElements = 2_000_000;

/**
 * Reads XML piece by piece and yields each outermost element for which `isUnit` holds. Everything else is only known as
 * ancestors, so a long sheet is never in memory as a whole. Entities of the document itself are refused, never expanded.
 * Throws RefusedDocument.
 */
export async function* readXmlUnits(
  chunks: AsyncIterable<Uint8Array>,
  isUnit: (name: string) => boolean,
): AsyncGenerator<XmlUnit> {
  const units: XmlUnit[] = [];
  const { parser, openElements } = createParser(isUnit, units, { xmlMode: true, decodeEntities: true });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }));
    yield* units.splice(0);
  }
  parser.write(decoder.decode());
  if (openElements() > 0) throw new RefusedDocument("damaged");
  yield* units;
}

/** Reads XML as a whole and returns its outermost element. Throws RefusedDocument. */
export async function readXml(chunks: AsyncIterable<Uint8Array>): Promise<XmlElement> {
  for await (const { element } of readXmlUnits(chunks, () => true)) return element;
  throw new RefusedDocument("damaged");
}

/** Reads HTML, whose elements may be left open. Throws RefusedDocument. */
export function readHtml(text: string): XmlElement {
  const units: XmlUnit[] = [];
  const { parser } = createParser(() => true, units, {
    xmlMode: false,
    decodeEntities: true,
    recognizeSelfClosing: true,
  });
  parser.end(text);
  return { name: "", attributes: {}, children: units.map(({ element }) => element) };
}

interface OpenParser {
  readonly parser: Parser;
  /** The number of elements that are not closed yet. */
  openElements(): number;
}

function createParser(isUnit: (name: string) => boolean, units: XmlUnit[], options: ParserOptions): OpenParser {
  const open: XmlElement[] = [];
  let unitDepth = 0;
  let elements = 0;
  const parser = new Parser(
    {
      onopentag(fullName, attributes) {
        const element: XmlElement = { name: localName(fullName), attributes, children: [] };
        const isInUnit = unitDepth > 0;
        if (isInUnit) open.at(-1)?.children.push(element);
        else if (isUnit(element.name)) unitDepth = open.length + 1;
        open.push(element);
        elements += 1;
        if (open.length > maxDepth || elements > maxElements) throw new RefusedDocument("too-large");
      },
      ontext(text) {
        if (unitDepth > 0) open.at(-1)?.children.push(text);
      },
      onclosetag() {
        const element = open.pop();
        if (!element || open.length + 1 !== unitDepth) return;
        units.push({ element, ancestors: [...open] });
        unitDepth = 0;
        elements = 0;
      },
      onprocessinginstruction(name, data) {
        if (options.xmlMode && name.toLowerCase() === "!doctype" && data.includes("["))
          throw new RefusedDocument("damaged");
      },
    },
    options,
  );
  return { parser, openElements: () => open.length };
}

function localName(fullName: string): string {
  return fullName.slice(fullName.indexOf(":") + 1);
}

/** Returns the value of an attribute with any prefix, or without one. */
export function attributeOf({ attributes }: XmlElement, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return attributes[key ?? name];
}

/** Returns the child elements, only those with a name if it is given. */
export function childrenOf(element: XmlElement | undefined, name?: string): XmlElement[] {
  const children = element?.children.filter((child) => typeof child !== "string") ?? [];
  return name === undefined ? children : children.filter((child) => child.name === name);
}

/** Returns the descendant at a path of names, by its first occurrence. */
export function descendantAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((parent, name) => childrenOf(parent, name)[0], element);
}

/** Returns all descendants with a name, in order; those inside of one of them are left out. */
export function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => (child.name === name ? [child] : descendantsOf(child, name)));
}

/** Returns all text in an element. */
export function textIn(element: XmlElement | undefined): string {
  return element?.children.map((child) => (typeof child === "string" ? child : textIn(child))).join("") ?? "";
}
