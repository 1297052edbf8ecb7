import type { NotUnderstoodReason } from "@/lib/import/imported";

/** Thrown where a file as a whole is not read any further; it never leaves the readers of files. */
export class RefusedFile extends Error {
  override readonly name = "RefusedFile";
  readonly reason: NotUnderstoodReason;

  constructor(reason: NotUnderstoodReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}
