import { Parser } from "htmlparser2";

/** The parts of a web page that are read. */
export interface CleanHtml {
  /** The content of the first title element, in one line. */
  readonly title: string;
  /** Well-formed HTML of the body. */
  readonly body: string;
  /** Number of elements in the body. */
  readonly elements: number;
  /** True if the rest of the page was left out, because it is nested too deep. */
  readonly isCut: boolean;
}

/** Maximum nesting of elements. Deeper ones are left out and their text stays: readers of HTML recurse. */
const maxDepth = 100;

/** Nesting at which reading ends: the time of the parser grows with its square. */
const maxOpenElements = 20_000;

/** Elements that are left out with their content: they are not text that a visitor reads. */
const dropped = new Set(
  "script style template noscript svg math canvas iframe frame object embed audio video button select textarea input link meta base".split(
    " ",
  ),
);

/** Elements that are replaced by their content. */
const unwrapped = new Set(["html", "head", "body"]);

/** Attributes by which the main text is found. */
const keptAttributes = new Set(["class", "id", "role", "rel", "itemprop", "href"]);

const voidElements = new Set(["area", "br", "col", "hr", "img", "source", "track", "wbr"]);

/** Reads HTML that may be damaged or hostile: without scripts, hidden elements and deep nesting. */
export function cleanHtml(html: string): CleanHtml {
  const body: string[] = [];
  /** States of the open elements: written, replaced by the content, left out, or the title. */
  const open: ("written" | "flat" | "dropped" | "title")[] = [];
  let depth = 0;
  let droppedDepth = 0;
  let elements = 0;
  let title: string | undefined;

  function stateOf(name: string, attributes: Readonly<Record<string, string>>) {
    if (droppedDepth > 0 || dropped.has(name) || isHidden(attributes)) return "dropped";
    if (name === "title") return "title";
    return unwrapped.has(name) || depth >= maxDepth ? "flat" : "written";
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      const state = stateOf(name, attributes);
      open.push(state);
      if (open.length > maxOpenElements) parser.pause();
      if (state === "dropped") droppedDepth += 1;
      if (state === "flat") body.push(" ");
      if (state !== "written") return;
      body.push(`<${name}${attributesText(attributes)}>`);
      depth += 1;
      elements += 1;
    },
    ontext(text) {
      if (droppedDepth > 0) return;
      if (open.at(-1) !== "title") body.push(escaped(text));
      else title = (title ?? "") + text;
    },
    onclosetag(name) {
      const state = open.pop();
      if (state === "dropped") droppedDepth -= 1;
      if (state === "title") title ??= "";
      if (state !== "written") return;
      depth -= 1;
      if (!voidElements.has(name)) body.push(`</${name}>`);
    },
  });
  parser.end(html);
  return {
    title: (title ?? "").replace(/\s+/g, " ").trim(),
    body: body.join(""),
    elements,
    isCut: open.length > maxOpenElements,
  };
}

function isHidden({ hidden, style = "", "aria-hidden": ariaHidden }: Readonly<Record<string, string>>): boolean {
  return hidden !== undefined || ariaHidden === "true" || /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}

function attributesText(attributes: Readonly<Record<string, string>>): string {
  const kept = Object.entries(attributes).filter(([name]) => keptAttributes.has(name));
  return kept.map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
