import { grown } from "@/lib/documents/growing-array";

/** The passages of an index by number: document, place, page and length. */
export interface IndexedPassages {
  add(passage: IndexedPassage): number;
  document(passage: number): number;
  page(passage: number): number;
  start(passage: number): number;
  end(passage: number): number;
  /** Number of words. */
  length(passage: number): number;
  at(passage: number): IndexedPassage;
  count(): number;
  bytes(): number;
}

/** A passage's document and page by number, its place in the text, and its number of words. */
export interface IndexedPassage {
  readonly document: number;
  readonly page: number;
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

const fields = ["document", "page", "start", "end", "length"] as const;

/** Creates an empty list of passages. */
export function createIndexedPassages(): IndexedPassages {
  let values = new Uint32Array(1024);
  let count = 0;
  const read = (field: number) => (passage: number) => values[passage * fields.length + field] ?? 0;

  return {
    add(passage) {
      const first = count * fields.length;
      values = grown(values, first + fields.length);
      for (const [index, field] of fields.entries()) values[first + index] = passage[field];
      count += 1;
      return count - 1;
    },
    document: read(0),
    page: read(1),
    start: read(2),
    end: read(3),
    length: read(4),
    at(passage) {
      const [document = 0, page = 0, start = 0, end = 0, length = 0] = values.subarray(passage * fields.length);
      return { document, page, start, end, length };
    },
    count: () => count,
    bytes: () => values.byteLength,
  };
}
