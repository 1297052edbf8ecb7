import type { StoredDocument, TextFile } from "@/lib/chat/text-file";

/** A document of a chat. */
export type ChatDocument = Pick<TextFile, "name"> & { readonly document: StoredDocument };

/** A citation of a document, as a model wrote it. */
export interface Citation {
  /** The cited text, such as `report.pdf, p. 12`. */
  readonly text: string;
  /** The document and the label of the cited page, empty without one; absent if the chat has no such document or page. */
  readonly target?: { readonly document: ChatDocument; readonly label: string };
}

/** Words before the number of a page or slide, in the form that models are told to use and the forms of other languages. */
const numbered = /^(?:pp?\.?|pages?|slides?|s\.|seiten?|стр\.?|第)?\s*(\d{1,6})(?:\D.*)?$/i;

/** Returns the number of the page that a place names, as text; undefined if it names none. */
function pageNumber(place: string): string | undefined {
  return numbered.exec(place)?.[1];
}

/**
 * Reads a mark such as `report.pdf, p. 12; notes.docx, p. 3`. Returns undefined if it is not a citation: the chat has no
 * document with the name, and it does not look like a page.
 */
export function parseCitations(mark: string, documents: readonly ChatDocument[]): Citation[] | undefined {
  const texts = mark.replaceAll("，", ", ").split(/\s*[;；]\s*/);
  const byName = documentsByName(documents);
  const citations = texts.map((text) => parseCitation(text.trim(), byName));
  return citations.every((citation) => citation !== undefined) ? citations : undefined;
}

type DocumentsByName = ReadonlyMap<string, ChatDocument>;

/** The documents of each list by their names. A reply has up to a thousand citations, and a mask 2,000 documents. */
const named = new WeakMap<readonly ChatDocument[], DocumentsByName>();

/** Returns the documents by their comparable names; of two with the same name, the first. */
function documentsByName(documents: readonly ChatDocument[]): DocumentsByName {
  const known = named.get(documents);
  if (known) return known;
  const byName = new Map<string, ChatDocument>();
  for (const document of documents) {
    const name = comparableName(document.name);
    if (!byName.has(name)) byName.set(name, document);
  }
  named.set(documents, byName);
  return byName;
}

function parseCitation(text: string, documents: DocumentsByName): Citation | undefined {
  const whole = documents.get(comparableName(text));
  if (whole) return { text, target: { document: whole, label: "" } };
  for (let comma = text.indexOf(","); comma >= 0; comma = text.indexOf(",", comma + 1)) {
    const name = text.slice(0, comma).trim();
    const place = text.slice(comma + 1).trim();
    const document = documents.get(comparableName(name));
    if (!document) continue;
    const { pages } = document.document;
    const page = pages > 0 ? pageNumber(place) : undefined;
    const isMissing = page !== undefined && (Number(page) < 1 || Number(page) > pages);
    return isMissing ? { text } : { text, target: { document, label: page ?? withoutKind(place) } };
  }
  const isPage = /\.\w{1,5}, *(?:pp?\.|page|slide|sheet) *\S/i.test(text);
  return isPage ? { text } : undefined;
}

/** Removes the word before the name of a sheet or section. */
function withoutKind(place: string): string {
  return place.replace(/^(?:sheet|section|slide|§)[:\s]\s*/i, "");
}

function comparableName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
