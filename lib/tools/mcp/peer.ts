/** How one request is carried out. */
export interface McpRequestOptions {
  readonly signal?: AbortSignal;
  /** Tells how far the server is, in its own words. */
  readonly onProgress?: (text: string) => void;
}

/** An MCP server that can be asked: a remote one, or one that the operator runs. */
export interface McpPeer {
  /**
   * Sends a request of the protocol and answers its result.
   *
   * @throws McpFailure where there is none.
   */
  request(method: string, params: Readonly<Record<string, unknown>>, options?: McpRequestOptions): Promise<unknown>;
  /** Ends the session. */
  close(): Promise<void>;
}
