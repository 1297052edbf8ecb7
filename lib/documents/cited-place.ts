import { pagesOf } from "@/lib/documents/document-pages";
import { createPassageIndex } from "@/lib/documents/passage-index";

/** A place in a document: the position of a page, from 0, and the sentence in it, as offsets in the text. */
export interface DocumentPlace {
  readonly page: number;
  readonly start?: number;
  readonly end?: number;
}

/** Number of passages that are compared: more than a page has. */
const maxHits = 200;

/**
 * Returns the place that a citation names: its page, and the sentence of the page that matches the statement best. If no
 * page has the label, it is the best sentence of the document.
 */
export function citedPlace(text: string, label: string, statement: string): DocumentPlace {
  const pages = pagesOf(text);
  const named = pages.findIndex((page) => sameLabel(page.label, label));
  const page = named < 0 ? undefined : pages[named];
  const index = createPassageIndex();
  index.add("cited", "", page ? text.slice(page.start, page.end) : text);
  const [hit] = index.search(statement, { limit: maxHits });
  if (!hit) return { page: Math.max(0, named) };
  const from = page?.start ?? 0;
  const sentence = bestSentence(text, { start: hit.start + from, end: hit.end + from }, statement);
  return { page: page ? named : pages.findIndex((each) => sentence.start < each.end), ...sentence };
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The end of a line that the sentence continues after: neither a paragraph ends, nor does a list item or row begin. */
const softBreak = /(?<!\n)\n(?!\s*(?:\n|[-*+|#>]|\d+[.)]))/g;

/** Returns the sentence of a passage that matches the statement best, without the white space around it. */
function bestSentence(text: string, { start, end }: TextRange, statement: string): TextRange {
  // The lines of a PDF end within sentences.
  const lines = text.slice(start, end).replace(softBreak, " ");
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(lines)];
  const index = createPassageIndex();
  for (const { segment, index: place } of sentences) index.add(String(place), "", segment);
  const [best] = index.search(statement, { limit: 1 });
  const sentence = sentences.find(({ index: place }) => String(place) === best?.documentId);
  const found = sentence?.segment ?? text.slice(start, end);
  const first = start + (sentence?.index ?? 0) + found.length - found.trimStart().length;
  return { start: first, end: first + found.trim().length };
}

function sameLabel(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
