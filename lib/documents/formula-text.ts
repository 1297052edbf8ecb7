import { attributeOf, childrenOf, descendantsOf, textIn, type XmlElement } from "@/lib/documents/xml";

/**
 * Returns a formula in one line, such as `(a+b)/c = √(x_1)`: of MathML (https://www.w3.org/TR/mathml-core/), its TeX
 * source if it contains that; and of Office Math (ECMA-376, part 1, 22.1).
 */
export function formulaText(formula: XmlElement): string {
  const source = descendantsOf(formula, "annotation").find((each) => /tex/i.test(attributeOf(each, "encoding") ?? ""));
  return source ? `$${textIn(source).trim()}$` : lineOf(formula).trim();
}

/** Writers of elements with parts. Names of MathML begin with `m`; those of Office Math have named parts. */
const writers: ReadonlyMap<string, (element: XmlElement) => string> = new Map([
  ["mfrac", (element) => fraction(childrenOf(element))],
  ["f", (element) => fraction(parts(element, "num", "den"))],
  ["msup", (element) => script(childrenOf(element), "^")],
  ["sSup", (element) => script(parts(element, "e", "sup"), "^")],
  ["msub", (element) => script(childrenOf(element), "_")],
  ["sSub", (element) => script(parts(element, "e", "sub"), "_")],
  ["msubsup", (element) => script(childrenOf(element), "_", "^")],
  ["sSubSup", (element) => script(parts(element, "e", "sub", "sup"), "_", "^")],
  ["munder", (element) => script(childrenOf(element), "_")],
  ["limLow", (element) => script(parts(element, "e", "lim"), "_")],
  ["mover", (element) => script(childrenOf(element), "^")],
  ["limUpp", (element) => script(parts(element, "e", "lim"), "^")],
  ["munderover", (element) => script(childrenOf(element), "_", "^")],
  ["nary", sum],
  ["msqrt", (element) => `√(${lineOf(element)})`],
  ["mroot", (element) => root(childrenOf(element))],
  ["rad", (element) => root(parts(element, "e", "deg"))],
  ["d", delimited],
  ["mtr", (element) => `${childrenOf(element).map(lineOf).join(", ")}; `],
  ["mr", (element) => `${childrenOf(element).map(lineOf).join(", ")}; `],
  ["eqArr", (element) => childrenOf(element, "e").map(lineOf).join("; ")],
  ["annotation", () => ""],
  ["annotation-xml", () => ""],
]);

function lineOf(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === "string" ? child.replace(/\s+/g, " ") : partOf(child)))
    .join("");
}

function partOf(element: XmlElement): string {
  // Properties of Office Math.
  if (/Pr$/.test(element.name)) return "";
  return (writers.get(element.name) ?? lineOf)(element);
}

/** Returns the named parts of an element of Office Math. */
function parts(element: XmlElement, ...names: readonly string[]): XmlElement[] {
  return names.flatMap((name) => childrenOf(element, name)[0] ?? []);
}

/** Returns a part, in parentheses if it is more than a name or a number. */
function grouped(element: XmlElement | undefined): string {
  const text = element ? partOf(element).trim() : "";
  return /^[\p{L}\p{M}\p{N}.,]*$/u.test(text) ? text : `(${text})`;
}

function fraction([above, below]: readonly XmlElement[]): string {
  return `${grouped(above)}/${grouped(below)}`;
}

function script([base, ...scripts]: readonly XmlElement[], ...marks: readonly string[]): string {
  return (base ? partOf(base).trim() : "") + scripts.map((each, index) => `${marks[index]}${grouped(each)}`).join("");
}

function root([base, degree]: readonly XmlElement[]): string {
  const power = degree ? partOf(degree).trim() : "";
  return `${power === "" ? "√" : `root[${power}]`}(${base ? partOf(base).trim() : ""})`;
}

/** Writes a sum, a product or an integral with its limits. */
function sum(element: XmlElement): string {
  const sign = property(element, "naryPr", "chr") ?? "∫";
  const limitOf = (name: string, mark: string) =>
    parts(element, name)
      .map((part) => mark + grouped(part))
      .join("");
  const limits = [limitOf("sub", "_"), limitOf("sup", "^")].filter((limit) => limit.length > 1);
  return `${sign}${limits.join("")} ${parts(element, "e").map(partOf).join("")}`;
}

function delimited(element: XmlElement): string {
  const [begin, end] = [property(element, "dPr", "begChr") ?? "(", property(element, "dPr", "endChr") ?? ")"];
  return `${begin}${childrenOf(element, "e").map(lineOf).join(", ")}${end}`;
}

function property(element: XmlElement, group: string, name: string): string | undefined {
  const found = childrenOf(childrenOf(element, group)[0], name)[0];
  return found && attributeOf(found, "val");
}
