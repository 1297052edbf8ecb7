/** A request to an address that a caller named and that was checked by what it says. */
export interface OutboundCall {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal: AbortSignal;
  /** True: the operator opened this host, wherever its name leads. */
  readonly isOpened: boolean;
}
