import { type DocumentPage, pagesOf } from "@/lib/documents/document-pages";
import { createIndexedPassages } from "@/lib/documents/indexed-passages";
import { bestPassages, passageScores } from "@/lib/documents/passage-scores";
import { passagesOf } from "@/lib/documents/passages";
import { createPostingLists, maxPassages } from "@/lib/documents/posting-lists";
import { queryWords } from "@/lib/documents/query-words";
import { createWordCounter } from "@/lib/documents/word-counter";
import { createWordTable } from "@/lib/documents/word-table";
import { wordVariants } from "@/lib/documents/word-variants";

/** A passage that was found: its place in the text of its document, and the label of its page. */
export interface PassageHit {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly kind: DocumentPage["kind"];
  readonly score: number;
}

interface SearchOptions {
  readonly limit: number;
  /** Ids of the documents to search; all by default. */
  readonly documents?: Iterable<string> | undefined;
}

/** Finds passages of documents by their words (BM25). It holds no texts. */
export interface PassageIndex {
  /** Adds a document, or replaces it. */
  add(documentId: string, name: string, text: string): void;
  remove(documentId: string): void;
  /** Returns the best passages for a question, best first. */
  search(query: string, options: SearchOptions): PassageHit[];
  /** Number of pages of a document; 0 for an unknown one. */
  pageCount(documentId: string): number;
  /** Memory of the arrays, in bytes. */
  bytes(): number;
}

interface IndexedDocument {
  readonly id: string;
  readonly pages: readonly Pick<DocumentPage, "label" | "kind">[];
  /** Numbers of the first passage and after the last one. */
  readonly first: number;
  readonly end: number;
}

/** Occurrences that a word counts for if the document's name or the passage's heading contains it. */
const nameCount = 1;
const headingCount = 2;

/** Maximum length of a document's name and headings that counts, in characters. */
const maxTitleChars = 300;

/** Removed passages from which the lists are written anew, and their part of all. */
const minRemoved = 1000;
const removedPart = 0.25;

/** Creates an empty index. */
export function createPassageIndex(): PassageIndex {
  const words = createWordTable();
  const counter = createWordCounter(words);
  let postings = createPostingLists();
  let passages = createIndexedPassages();
  let documents: (IndexedDocument | undefined)[] = [];
  const numbers = new Map<string, number>();
  let removed = 0;
  let totalLength = 0;

  /** Indexes a passage's words, and those of its document's name and its headings. Returns the number of its words. */
  function addWords(passage: number, text: string, name: string, heading: string): number {
    const length = counter.count(text, 1);
    counter.count(name.slice(0, maxTitleChars), nameCount);
    counter.count(heading.slice(0, maxTitleChars), headingCount);
    counter.take((word, count) => postings.add(word, passage, count));
    return length;
  }

  function remove(documentId: string): void {
    const number = numbers.get(documentId);
    if (number === undefined) return;
    const { first, end } = documents[number] ?? { first: 0, end: 0 };
    for (let passage = first; passage < end; passage++) totalLength -= passages.length(passage);
    removed += end - first;
    numbers.delete(documentId);
    documents[number] = undefined;
    if (removed >= minRemoved && removed > removedPart * passages.count()) compact();
  }

  /** Rewrites the lists without removed passages. Words stay. */
  function compact(): void {
    const kept = createIndexedPassages();
    const keptDocuments: IndexedDocument[] = [];
    const newNumbers = new Int32Array(passages.count()).fill(-1);
    for (const document of documents) {
      if (!document) continue;
      const first = kept.count();
      for (let passage = document.first; passage < document.end; passage++) {
        newNumbers[passage] = kept.add({ ...passages.at(passage), document: keptDocuments.length });
      }
      numbers.set(document.id, keptDocuments.length);
      keptDocuments.push({ ...document, first, end: kept.count() });
    }
    postings = postings.renumbered(words.count(), (passage) => newNumbers[passage] ?? -1);
    passages = kept;
    documents = keptDocuments;
    removed = 0;
  }

  /** Returns the numbers of the documents to search. */
  function searched(ids: Iterable<string> | undefined): Uint8Array {
    const isSearched = new Uint8Array(documents.length);
    for (const id of ids ?? numbers.keys()) {
      const number = numbers.get(id);
      if (number !== undefined) isSearched[number] = 1;
    }
    return isSearched;
  }

  function hitOf(passage: number, score: number): PassageHit[] {
    const document = documents[passages.document(passage)];
    const page = document?.pages[passages.page(passage)];
    if (!document || !page) return [];
    const { id: documentId } = document;
    return [{ documentId, start: passages.start(passage), end: passages.end(passage), ...page, score }];
  }

  return {
    add(documentId, name, text) {
      remove(documentId);
      const pages = pagesOf(text);
      const number = documents.length;
      const first = passages.count();
      for (const { start, end, page } of passagesOf(text, pages)) {
        if (passages.count() === maxPassages) break;
        const length = addWords(passages.count(), text.slice(start, end), name, headingOf(pages[page]));
        passages.add({ document: number, page, start, end, length });
        totalLength += length;
      }
      const labels = pages.map(({ label, kind }) => ({ label: copyOf(label), kind }));
      documents.push({ id: documentId, pages: labels, first, end: passages.count() });
      numbers.set(documentId, number);
    },
    remove,
    search(query, { limit, documents: ids }) {
      const live = passages.count() - removed;
      const averageLength = Math.max(1, totalLength / Math.max(1, live));
      const groups = queryWords(query).map(({ text, hasForms, weight }) => ({
        weight,
        variants: wordVariants(words, text, hasForms),
      }));
      const scores = passageScores(groups, { passages, postings, isSearched: searched(ids), live, averageLength });
      return bestPassages(scores, limit).flatMap((passage) => hitOf(passage, scores[passage] ?? 0));
    },
    pageCount: (documentId) => documents[numbers.get(documentId) ?? -1]?.pages.length ?? 0,
    bytes: () => words.bytes() + postings.bytes() + passages.bytes() + counter.bytes(),
  };
}

/** Returns the headings that a page or section belongs to. Numbers of pages do not count. */
function headingOf(page: DocumentPage | undefined): string {
  if (!page) return "";
  return page.kind === "page" || page.kind === "slide" ? page.above : `${page.above} ${page.label}`;
}

/** Returns a string that does not keep the text in memory that it was cut from. */
function copyOf(text: string): string {
  return ` ${text}`.slice(1);
}
