import { pagesOf } from "@/lib/documents/document-pages";
import { createPassageIndex } from "@/lib/documents/passage-index";

/** A place in a document: the position of a page, from 0, and the passage in it, as offsets in the text. */
export interface DocumentPlace {
  readonly page: number;
  readonly start?: number;
  readonly end?: number;
}

/** Number of passages that are compared: more than a page has. */
const maxHits = 200;

/**
 * Returns the place that a citation names: its page, and the passage of the page that matches the statement best. If no
 * page has the label, it is the best passage of the document.
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
  const [start, end] = [hit.start + from, hit.end + from];
  return { page: page ? named : pages.findIndex((each) => start < each.end), start, end };
}

function sameLabel(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
