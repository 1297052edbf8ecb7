/**
 * The members of a request that handlers read. The standalone server creates them from Node's request, because a whole
 * `Request` costs more than all of them.
 */
export interface ApiRequest extends Pick<Request, "headers" | "method" | "signal" | "url"> {
  readonly body: ReadableStream<Uint8Array> | null;
}
