const listedHeaders = ["retry-after", "retry-after-ms", "x-request-id"];
const listedPrefix = "x-ratelimit-";

/**
 * Types that no browser runs as a document. All else becomes a download (O4.7), not plain text: that is how a provider
 * sends an answer, and a log-in page would be taken for one.
 */
const safeTypes =
  /^(application\/([\w.-]+\+)?json|application\/x-ndjson|text\/(event-stream|plain)|audio\/[\w.+-]+|image\/(png|jpeg|gif|webp|avif))$/;

/** The type of what is neither drawn nor run. */
export const downloadType = "application/octet-stream";

/**
 * Returns the headers of a relayed reply, made from a list: no cookie, password question or foreign policy passes.
 *
 * @param instead the type that takes the place of one that a browser might run as a document
 */
export function replyHeaders(upstream: Headers, instead: (type: string) => string = () => downloadType): Headers {
  const headers = new Headers({
    "content-type": safeContentType(upstream.get("content-type") ?? "", instead),
    // `no-transform` also keeps a compressing server from holding events back.
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  for (const [name, value] of upstream) {
    if (listedHeaders.includes(name) || name.startsWith(listedPrefix)) headers.set(name, value);
  }
  return headers;
}

function safeContentType(value: string, instead: (type: string) => string): string {
  const [essence = "", ...parameters] = value.split(";").map((part) => part.trim().toLowerCase());
  const type = safeTypes.test(essence) ? essence : instead(essence);
  const charset = parameters.find((parameter) => /^charset="?[\w-]+"?$/.test(parameter));
  return charset && type !== downloadType ? `${type}; ${charset}` : type;
}
