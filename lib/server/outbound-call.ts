/** A request to a URL that a caller named and whose text was validated. */
export interface OutboundCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  /** Whether the operator allowed this host, even if its name resolves to a private address. */
  readonly isOpened: boolean;
}
