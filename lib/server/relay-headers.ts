const listedHeaders = ["retry-after", "retry-after-ms", "x-request-id"];
const listedPrefix = "x-ratelimit-";

/**
 * Types that no browser runs as a document. Other types become a download (docs/security.md#o47), not plain text: a
 * login page as plain text would look like a provider's reply.
 */
const safeTypes =
  /^(application\/([\w.-]+\+)?json|application\/x-ndjson|text\/(event-stream|plain)|audio\/[\w.+-]+|image\/(png|jpeg|gif|webp|avif))$/;

/** The type of content that is neither rendered nor run. */
export const downloadType = "application/octet-stream";

/**
 * Returns the headers of a relayed reply, built from a list: no cookie, authentication prompt or foreign policy passes.
 *
 * @param instead returns the replacement for a type that a browser might run as a document
 */
export function replyHeaders(upstream: Headers, instead: (type: string) => string = () => downloadType): Headers {
  const headers = new Headers({
    "content-type": safeContentType(upstream.get("content-type") ?? "", instead),
    // `no-transform` also prevents a compressing proxy from buffering events.
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
