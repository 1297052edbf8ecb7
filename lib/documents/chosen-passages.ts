import { estimateTokens } from "@/lib/chat/token-estimate";
import { type DocumentPage, pagesOf } from "@/lib/documents/document-pages";
import { createPassageIndex, type PassageHit, type PassageIndex } from "@/lib/documents/passage-index";
import { type Passage, passagesOf, passageText } from "@/lib/documents/passages";

/** A document to choose from. */
export interface SourceDocument {
  readonly id: string;
  readonly name: string;
  readonly text: string;
}

/** The text of a document to send. */
export interface ChosenDocument {
  readonly id: string;
  readonly name: string;
  /** Passages in the order of the document, below marks such as `[report.pdf, p. 12]`. */
  readonly text: string;
  /** Number of pages that the passages are from, and of all pages. */
  readonly usedPages: number;
  readonly pageCount: number;
}

/** The passages that were chosen for a question. */
export interface ChosenPassages {
  /** Documents with at least one passage, in the given order. */
  readonly documents: readonly ChosenDocument[];
  /** Estimated tokens of all texts. */
  readonly tokens: number;
  readonly usedPages: number;
  readonly pageCount: number;
}

interface ChoiceTask {
  readonly question: string;
  readonly documents: readonly SourceDocument[];
  readonly maxTokens: number;
  /** An index that contains the documents under their ids; created by default. */
  readonly index?: PassageIndex | undefined;
  /** Passages for the question, best first; found by its words by default. */
  readonly hits?: readonly Pick<PassageHit, "documentId" | "start">[] | undefined;
}

/** A document that is being chosen from. */
interface OpenDocument {
  readonly source: SourceDocument;
  readonly pages: readonly DocumentPage[];
  readonly passages: readonly Passage[];
  /** Indexes of the chosen passages. */
  readonly chosen: Set<number>;
}

/** Maximum number of passages that are ranked. */
const maxHits = 400;

/** Part of the budget for the first passages of documents, apart from the best document's. */
const firstPart = 0.25;

/**
 * Chooses the passages that fit a question best, up to a number of tokens. The first passage of a document says what it
 * is, so it is chosen too: first for the documents with the best passages. Without a match, documents are sent from
 * their start.
 */
export function choosePassages({ question, documents, maxTokens, index, hits: ranked }: ChoiceTask): ChosenPassages {
  const searched = index ?? indexOf(documents);
  const ids = documents.map(({ id }) => id);
  const hits = ranked ?? searched.search(question, { limit: maxHits, documents: ids });
  const found = [...new Set(hits.map(({ documentId }) => documentId))];
  const others = ids.filter((id) => !found.includes(id));
  const opened = createOpener(documents);
  let left = maxTokens;

  /** Chooses a passage if it fits. Returns whether it is chosen. */
  function choose(document: OpenDocument, passage: number, limit: number): boolean {
    if (document.chosen.has(passage)) return true;
    const cost = costOf(document, passage);
    if (cost > limit) return false;
    document.chosen.add(passage);
    left -= cost;
    return true;
  }

  /** Chooses the first passages of documents, until one does not fit. */
  function chooseFirst(chosenIds: readonly string[], spared: number): void {
    for (const id of chosenIds) {
      const limit = id === ids[0] || id === found[0] ? left : left - spared;
      if (!choose(opened.open(id), 0, limit)) break;
    }
  }

  chooseFirst(found, (1 - firstPart) * maxTokens);
  for (const { documentId, start } of hits) {
    const document = opened.open(documentId);
    const passage = document.passages.findIndex((each) => each.start === start);
    if (passage >= 0) choose(document, passage, left);
  }
  chooseFirst(others, 0);
  if (hits.length === 0) {
    chooseFromStart(others.map(opened.open), (document, passage) => choose(document, passage, left));
  }
  const pageCount = ids.reduce((sum, id) => sum + searched.pageCount(id), 0);
  return resultOf(
    documents.flatMap(({ id }) => opened.opened(id) ?? []),
    pageCount,
  );
}

function indexOf(documents: readonly SourceDocument[]): PassageIndex {
  const index = createPassageIndex();
  for (const { id, name, text } of documents) index.add(id, name, text);
  return index;
}

/** Splits the documents that are needed, once. */
function createOpener(documents: readonly SourceDocument[]) {
  const sources = new Map(documents.map((source) => [source.id, source]));
  const opened = new Map<string, OpenDocument>();

  function open(id: string): OpenDocument {
    const existing = opened.get(id);
    if (existing) return existing;
    const source = sources.get(id) ?? { id, name: "", text: "" };
    const pages = pagesOf(source.text);
    const document = { source, pages, passages: passagesOf(source.text, pages), chosen: new Set<number>() };
    opened.set(id, document);
    return document;
  }

  return { open, opened: (id: string) => opened.get(id) };
}

/** Chooses the next passage of each document by turns, until one of each does not fit. */
function chooseFromStart(
  documents: readonly OpenDocument[],
  choose: (document: OpenDocument, passage: number) => boolean,
): void {
  let open = documents;
  for (let passage = 0; open.length > 0; passage++) {
    open = open.filter((document) => passage < document.passages.length && choose(document, passage));
  }
}

/** Tokens of a passage with its mark and the lines around it: an upper limit, because neighbors share a mark. */
function costOf({ source, pages, passages }: OpenDocument, index: number): number {
  const passage = passages[index];
  if (!passage) return 0;
  const mark = markOf(source.name, pages[passage.page]);
  return estimateTokens(`\n\n${mark}\n${passageText(source.text, passage)}`);
}

function resultOf(opened: readonly OpenDocument[], pageCount: number): ChosenPassages {
  const documents = opened.filter(({ chosen }) => chosen.size > 0).map(chosenDocument);
  return {
    documents,
    tokens: Math.ceil(documents.reduce((sum, { text }) => sum + estimateTokens(text), 0)),
    usedPages: documents.reduce((sum, { usedPages }) => sum + usedPages, 0),
    pageCount,
  };
}

function chosenDocument({ source, pages, passages, chosen }: OpenDocument): ChosenDocument {
  const parts: string[] = [];
  const usedPages = new Set<number>();
  let previous: { readonly index: number; readonly page: number } | undefined;
  for (const index of [...chosen].sort((a, b) => a - b)) {
    const passage = passages[index];
    if (!passage) continue;
    const { page } = passage;
    const start = Math.max(passage.start, pages[page]?.bodyStart ?? 0);
    // A neighbor goes on as in the document; other passages need a mark, and the header of their table.
    if (previous?.index === index - 1 && previous.page === page) {
      parts.push(`${parts.pop() ?? ""}${source.text.slice(start, passage.end)}`);
    } else {
      const text = passageText(source.text, { ...passage, start: Math.min(start, passage.end) });
      parts.push(`${markOf(source.name, pages[page])}\n${text.replace(/^\s*\n/, "")}`);
    }
    addPages(usedPages, pages, passage);
    previous = { index, page };
  }
  const text = parts.map((part) => part.trimEnd()).join("\n\n");
  return { id: source.id, name: source.name, text, usedPages: usedPages.size, pageCount: pages.length };
}

/** Adds the pages of a passage: one, or several short sections. */
function addPages(used: Set<number>, pages: readonly DocumentPage[], { page, end }: Passage): void {
  for (let index = page; index < pages.length && (index === page || (pages[index]?.start ?? 0) < end); index++) {
    used.add(index);
  }
}

/** Returns the line before a passage. It is for the model, so it is not translated. */
export function markOf(name: string, page: Pick<DocumentPage, "kind" | "label"> | undefined): string {
  const label = page?.label ?? "";
  if (label === "") return `[${name}]`;
  if (page?.kind === "page") return `[${name}, p. ${label}]`;
  return page?.kind === "section" ? `[${name}, ${label}]` : `[${name}, ${page?.kind} ${label}]`;
}
