import type { NotUnderstoodReason } from "@/lib/import/imported";

/** The error that ends the reading of a whole file; it never leaves the file readers. */
export class RefusedFile extends Error {
  override readonly name = "RefusedFile";
  readonly reason: NotUnderstoodReason;

  constructor(reason: NotUnderstoodReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
