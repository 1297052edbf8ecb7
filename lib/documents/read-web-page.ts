import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom/worker";
import { type CleanHtml, cleanHtml } from "@/lib/documents/clean-html";
import { writeHtml } from "@/lib/documents/html-markdown";
import { createTextWriter, TextLimitReached } from "@/lib/documents/text-writer";
import { readHtml } from "@/lib/documents/xml";

/** The text of a web page. */
export interface WebPageText {
  /** In one line; empty if the page has none. */
  readonly title: string;
  /** Markdown; empty if the page has no text. */
  readonly text: string;
  /** True if the page has more text. */
  readonly isCut: boolean;
}

/** Maximum number of elements in which the main text is looked for; the search takes seconds in larger pages. */
const maxElements = 40_000;

/** Minimum length of a main text, in characters. A shorter one is often only a part of a list or a start page. */
const minArticleChars = 500;

/** Returns the main text of a web page, or all of its text if no main text is found. Runs no script of the page. */
export function readWebPage(html: string, maxChars: number): WebPageText {
  const page = cleanHtml(html);
  const article = writtenText(mainHtml(page), maxChars);
  const isFound = article.isCut || article.text.length >= minArticleChars;
  const { text, isCut } = isFound ? article : writtenText(`<body>${page.body}</body>`, maxChars);
  return { title: page.title, text, isCut: isCut || page.isCut };
}

/** Returns the HTML of the main text, or an empty text. */
function mainHtml({ title, body, elements }: CleanHtml): string {
  if (elements > maxElements) return "";
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${body}</body></html>`);
  document.title = title;
  try {
    return new Readability(document as unknown as Document, { disableJSONLD: true }).parse()?.content ?? "";
  } catch {
    // Readability is written for the DOM of browsers; the whole text is better than no text.
    return "";
  }
}

function writtenText(html: string, maxChars: number): Pick<WebPageText, "text" | "isCut"> {
  const writer = createTextWriter(maxChars);
  try {
    writeHtml(readHtml(html), writer);
    return { text: writer.text(), isCut: false };
  } catch (thrown) {
    if (!(thrown instanceof TextLimitReached)) throw thrown;
    return { text: writer.text(), isCut: true };
  }
}
