/** The span of another service, of which a call is a part. */
export interface TraceParent {
  /** Ids in lower-case hexadecimal digits. */
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the other service records the trace. */
  readonly isSampled: boolean;
}

/** Version, ids and flags. Later versions may have more fields. */
const format = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Maximum length of the header, in characters: later versions may be longer than 55. */
const maxChars = 200;

/**
 * Reads a `traceparent` header. Returns undefined for an absent or invalid one.
 *
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceParent(header: string | null): TraceParent | undefined {
  const fields = header !== null && header.length <= maxChars ? format.exec(header) : null;
  if (!fields) return undefined;
  const [, version, traceId = "", spanId = "", flags = "", more] = fields;
  if (version === "00" && more !== undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
