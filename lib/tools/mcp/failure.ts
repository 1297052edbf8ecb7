/** Reasons that a request to a server failed. */
export const mcpFailures = [
  "sign-in",
  "network",
  "not-found",
  "refused",
  "protocol",
  "timeout",
  "too-large",
  "stopped",
] as const;
export type McpFailureKind = (typeof mcpFailures)[number];

/** The error of a server that could not be reached, or did not respond as the protocol requires. */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
  constructor(
    readonly kind: McpFailureKind,
    message = "",
    /** Pages that the user must open before the request can succeed, as the server describes them. */
    readonly requiredPages?: unknown,
  ) {
    super(message);
  }
}
