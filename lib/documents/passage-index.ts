import { type DocumentPage, pagesOf } from "@/lib/documents/document-pages";
import { createIndexedPassages } from "@/lib/documents/indexed-passages";
import { bestPassages, passageScores } from "@/lib/documents/passage-scores";
import { passagesOf } from "@/lib/documents/passages";
import { createPostingLists, maxPassages } from "@/lib/documents/posting-lists";
import { scoredWords } from "@/lib/documents/scored-words";
import { textLanguages } from "@/lib/documents/text-languages";
import { createWordCounter } from "@/lib/documents/word-counter";
import { createWordTable } from "@/lib/documents/word-table";

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
  /** Returns a passage of a document by its position; undefined for an unknown one. */
  passageAt(documentId: string, passage: number): PassageHit | undefined;
  /** Number of pages of a document; 0 for an unknown one. */
  pageCount(documentId: string): number;
  /** Memory of the arrays, in bytes. */
  bytes(): number;
}

interface IndexedDocument {
  readonly id: string;
  readonly pages: readonly Pick<DocumentPage, "label" | "kind">[];
  /** Languages that the text may have, one bit for each; 0 if unknown. */
  readonly languages: number;
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

/** Factor of the score of documents in another language than the question: their words match by chance. */
const otherLanguage = 0.5;

/** Creates an empty index. */
export function createPassageIndex(): PassageIndex {
  return new WordIndex();
}

class WordIndex implements PassageIndex {
  private readonly words = createWordTable();
  private readonly counter = createWordCounter(this.words);
  private postings = createPostingLists();
  private passages = createIndexedPassages();
  private documents: (IndexedDocument | undefined)[] = [];
  /** Indexes in `documents` by id. */
  private readonly numbers = new Map<string, number>();
  private removed = 0;
  private totalLength = 0;

  add(documentId: string, name: string, text: string): void {
    this.remove(documentId);
    const { passages } = this;
    const pages = pagesOf(text);
    const number = this.documents.length;
    const first = passages.count();
    for (const { start, end, page } of passagesOf(text, pages)) {
      if (passages.count() === maxPassages) break;
      const length = this.addWords(text.slice(start, end), name, headingOf(pages[page]));
      passages.add({ document: number, page, start, end, length });
      this.totalLength += length;
    }
    const labels = pages.map(({ label, kind }) => ({ label: copyOf(label), kind }));
    const languages = textLanguages(text);
    this.documents.push({ id: documentId, pages: labels, languages, first, end: passages.count() });
    this.numbers.set(documentId, number);
  }

  /** Adds the words of the next passage, of its document's name and its headings. Returns the number of its words. */
  private addWords(text: string, name: string, heading: string): number {
    const passage = this.passages.count();
    const length = this.counter.count(text, 1);
    this.counter.count(name.slice(0, maxTitleChars), nameCount);
    this.counter.count(heading.slice(0, maxTitleChars), headingCount);
    this.counter.take((word, count) => this.postings.add(word, passage, count));
    return length;
  }

  remove(documentId: string): void {
    const number = this.numbers.get(documentId);
    if (number === undefined) return;
    const { first, end } = this.documents[number] ?? { first: 0, end: 0 };
    for (let passage = first; passage < end; passage++) this.totalLength -= this.passages.length(passage);
    this.removed += end - first;
    this.numbers.delete(documentId);
    this.documents[number] = undefined;
    if (this.removed >= minRemoved && this.removed > removedPart * this.passages.count()) this.compact();
  }

  /** Rewrites the lists without removed passages. Words stay. */
  private compact(): void {
    const kept = createIndexedPassages();
    const keptDocuments: IndexedDocument[] = [];
    const newNumbers = new Int32Array(this.passages.count()).fill(-1);
    for (const document of this.documents) {
      if (!document) continue;
      const first = kept.count();
      for (let passage = document.first; passage < document.end; passage++) {
        newNumbers[passage] = kept.add({ ...this.passages.at(passage), document: keptDocuments.length });
      }
      this.numbers.set(document.id, keptDocuments.length);
      keptDocuments.push({ ...document, first, end: kept.count() });
    }
    this.postings = this.postings.renumbered(this.words.count(), (passage) => newNumbers[passage] ?? -1);
    this.passages = kept;
    this.documents = keptDocuments;
    this.removed = 0;
  }

  search(query: string, { limit, documents }: SearchOptions): PassageHit[] {
    const { words, passages, postings } = this;
    const live = passages.count() - this.removed;
    const averageLength = Math.max(1, this.totalLength / Math.max(1, live));
    const languages = textLanguages(query);
    const scored = scoredWords(words, query, languages);
    const isSearched = this.searched(documents);
    const factors = this.languageFactors(languages);
    const scores = passageScores(scored, { passages, postings, isSearched, factors, live, averageLength });
    return bestPassages(scores, limit).flatMap((passage) => this.hitOf(passage, scores[passage] ?? 0));
  }

  /** Returns 1 for each document to search, by its index. */
  private searched(ids: Iterable<string> = this.numbers.keys()): Uint8Array {
    const isSearched = new Uint8Array(this.documents.length);
    for (const id of ids) {
      const number = this.numbers.get(id);
      if (number !== undefined) isSearched[number] = 1;
    }
    return isSearched;
  }

  /** Returns the factor of each document's score, by its index. */
  private languageFactors(languages: number): Float32Array {
    return Float32Array.from(this.documents, (document) => {
      const isOther = document !== undefined && document.languages !== 0 && languages !== 0;
      return isOther && (document.languages & languages) === 0 ? otherLanguage : 1;
    });
  }

  private hitOf(passage: number, score: number): PassageHit[] {
    const { passages } = this;
    const document = this.documents[passages.document(passage)];
    const page = document?.pages[passages.page(passage)];
    if (!document || !page) return [];
    const { id: documentId } = document;
    return [{ documentId, start: passages.start(passage), end: passages.end(passage), ...page, score }];
  }

  passageAt(documentId: string, passage: number): PassageHit | undefined {
    const { first, end } = this.documents[this.numbers.get(documentId) ?? -1] ?? { first: 0, end: 0 };
    return passage >= 0 && first + passage < end ? this.hitOf(first + passage, 0)[0] : undefined;
  }

  pageCount(documentId: string): number {
    return this.documents[this.numbers.get(documentId) ?? -1]?.pages.length ?? 0;
  }

  bytes(): number {
    return this.words.bytes() + this.postings.bytes() + this.passages.bytes() + this.counter.bytes();
  }
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
