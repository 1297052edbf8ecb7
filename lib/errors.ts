/** Kinds of reply errors, independent of the provider's own codes. */
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
  /** The reply reached its token limit before it had any text, as when a model thinks for long. */
  "token-limit",
  /** The reply has no text, and the provider gave a reason that is not an error. */
  "no-answer",
  /** The month's budget is spent, so nothing was sent. */
  "budget",
  /** The projects could not be read, so the instructions of the chat's project are missing and nothing was sent. */
  "project",
  /** The stored extra body of the user's server is invalid, so nothing was sent. */
  "extra-body",
] as const;
export type ReplyErrorKind = (typeof replyErrorKinds)[number];

/** Error codes of access codes: a wrong one, or one that does not include what a call needs. */
export type AccessCodeError =
  | "wrong-code"
  | "code-needed"
  | "code-expired"
  | "code-invalid"
  | "code-model"
  | "code-provider"
  | "code-images"
  | "code-voice"
  | "code-tools"
  | "code-per-minute"
  | "code-at-once"
  | "code-revoked"
  | "code-tokens-day"
  | "code-tokens-month"
  | "code-money"
  | "code-price"
  | "code-uncounted"
  | "code-user";

/** The codes above. A pattern, because the first screen loads it and a list would be larger. */
const accessCodePattern =
  /^(wrong-code|code-(needed|expired|invalid|model|provider|images|voice|tools|per-minute|at-once|revoked|tokens-day|tokens-month|money|price|uncounted|user))$/;

/** Returns a code of a response that is an error code of access codes. */
export function accessCodeError(code: unknown): AccessCodeError | undefined {
  return typeof code === "string" && accessCodePattern.test(code) ? (code as AccessCodeError) : undefined;
}

/** Error codes of the product; each has a text in the locales. */
export type ErrorCode =
  | ReplyErrorKind
  | AccessCodeError
  | "not-supported"
  | "store-unknown"
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
  | "keychain-closed"
  | "unreadable"
  | "unreadable-settings"
  | "not-allowed"
  | "clipboard"
  | "mcp-failed"
  | "sync-failed"
  | "unexpected";

/** Marker of this class's errors, identical in every bundle. */
const brand = Symbol.for("parley.AppError");

/**
 * An error with a code from a closed list and plain details; the texts for the codes are in the locales.
 *
 * A server build contains several copies of this module, and an error that one copy throws is caught by another. So
 * `instanceof` checks the marker, not the class of one copy.
 */
export class AppError extends Error {
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return typeof value === "object" && value !== null && brand in value;
  }

  override readonly name = "AppError";
  readonly code: ErrorCode;
  /** Plain values for the placeholders of the text, and the raw message of the other side, if there is one. */
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

/** Creates the error of an operation that a provider does not support, with a fixed message. */
export function notSupported(): AppError {
  return new AppError("not-supported", { message: "Method not implemented." });
}

/** Wraps any thrown value in an AppError. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new AppError("unexpected", { message }, { cause: thrown });
}
