/** Reasons that a document was not read. */
export type DocumentRefusal =
  /** The document has a password, or is protected by digital rights management. */
  | "encrypted"
  /** Damaged, incomplete, or of another format than its name says. */
  | "damaged"
  /** Beyond a limit of size or time. */
  | "too-large"
  /** Contains no text, such as a scan. */
  | "no-text";

/** The error that ends the reading of a document; it never leaves the readers. */
export class RefusedDocument extends Error {
  override readonly name = "RefusedDocument";
  readonly reason: DocumentRefusal;
  /** Number of pages, if it is known. */
  readonly pages: number | undefined;

  constructor(reason: DocumentRefusal, { pages, ...options }: ErrorOptions & { readonly pages?: number } = {}) {
    super(reason, options);
    this.reason = reason;
    this.pages = pages;
  }
}
