/** Why a model's answer went wrong, whatever the provider's own word for it is. */
export const replyErrorKinds = [
  "auth",
  "permission",
  "not-found",
  "bad-request",
  "context-length",
  "content-filter",
  "rate-limit",
  "quota",
  "overloaded",
  "timeout",
  "too-large",
  "server",
  "network",
  "protocol",
  "empty",
] as const;
export type ReplyErrorKind = (typeof replyErrorKinds)[number];

/** Every way in which the product itself can fail; each has words in the locales. */
export type ErrorCode =
  | ReplyErrorKind
  | "not-supported"
  | "no-model"
  | "storage-full"
  | "storage-nearly-full"
  | "storage-unavailable"
  | "storage-newer"
  | "storage-deleted"
  | "stored-newer"
  | "stored-unknown"
  | "export-unverified"
  | "not-cleared"
  | "unreadable"
  | "unreadable-settings"
  | "not-allowed"
  | "wrong-code"
  | "clipboard"
  | "mcp-failed"
  | "sync-failed"
  | "unexpected";

/** The mark of this class's errors, the same in every bundle. */
const brand = Symbol.for("parley.AppError");

/**
 * An error with a code from a closed list and plain details; words for the code live in the locales.
 *
 * A server's build has several copies of this module, and an error that one copy throws is caught by another. So
 * `instanceof` looks for the mark, not for the class of one copy.
 */
export class AppError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return typeof value === "object" && value !== null && brand in value;
  }

  override readonly name = "AppError";
  readonly code: ErrorCode;
  /** Plain values for the message's placeholders, and the raw text of the other side, where there is one. */
  readonly details: Readonly<Record<string, string | number>>;

  constructor(code: ErrorCode, details: Readonly<Record<string, string | number>> = {}, options?: ErrorOptions) {
    super(typeof details.message === "string" ? details.message : code, options);
    this.code = code;
    this.details = details;
  }

  get [brand](): true {
    return true;
  }
}

/** Makes the error of a thing that a provider does not do; its words are the specification's. */
export function notSupported(): AppError {
  return new AppError("not-supported", { message: "Method not implemented." });
}

/** Wraps whatever was thrown, so that screens deal with one shape. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError("unexpected", { message }, { cause: thrown });
}
