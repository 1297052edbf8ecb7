/** A provider's input of original PDF files. */
export interface FileInput {
  /** Maximum number of pages in one request; absent if the provider names none. */
  readonly maxPages?: number;
}

/** Maximum size of a PDF file whose original is stored, and of all originals in one request, in bytes. */
export const maxOriginalSize = 20_000_000;

/** Whether a model takes a PDF file with a number of pages, as the only one of a request. */
export function takesPages(input: FileInput | undefined, pages: number): boolean {
  return input !== undefined && pages <= (input.maxPages ?? Number.POSITIVE_INFINITY);
}
