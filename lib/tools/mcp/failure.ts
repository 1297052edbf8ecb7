/** Why a server could not be asked. */
export const mcpFailures = ["sign-in", "network", "refused", "protocol", "timeout", "too-large", "stopped"] as const;
export type McpFailureKind = (typeof mcpFailures)[number];

/** A server that could not be asked, or did not answer as it should. */
export class McpFailure extends Error {
  override readonly name = "McpFailure";
  constructor(
    readonly kind: McpFailureKind,
    message = "",
  ) {
    super(message);
  }
}
