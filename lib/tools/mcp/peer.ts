import type { ToolRequests } from "@/lib/chat/tool-request";

/** Options of a request. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  /** Reports progress, in the server's own text. */
  readonly onProgress?: (text: string) => void;
  /** Passes the server's requests during this one to the user. */
  readonly requests?: ToolRequests | undefined;
}

/** An MCP server that accepts requests: a remote one, or one that the operator runs. */
export interface McpPeer {
  /** Whether it accepts the requests of tasks. */
  readonly takesTasks?: true;
  /**
   * Sends a request and returns its result.
   * @throws McpFailure without a result
   */
  request(method: string, params: Readonly<Record<string, unknown>>, options?: McpRequestOptions): Promise<unknown>;
  /** Ends the session. */
  close(): Promise<void>;
}
