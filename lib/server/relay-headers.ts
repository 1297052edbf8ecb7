const listedHeaders = ["retry-after", "retry-after-ms", "x-request-id"];
const listedPrefix = "x-ratelimit-";

/**
 * Types that no browser runs as a document. All else becomes a download (O4.7), not plain text: that is how a provider
 * sends an answer, and a log-in page would be taken for one.
 */
const safeTypes =
  /^(application\/([\w.-]+\+)?json|application\/x-ndjson|text\/(event-stream|plain)|audio\/[\w.+-]+|image\/(png|jpeg|gif|webp|avif))$/;

/** Answers the headers of a relayed reply, made from a list: no cookie, password question or foreign policy passes. */
export function replyHeaders(upstream: Headers): Headers {
  const headers = new Headers({
    "content-type": safeContentType(upstream.get("content-type") ?? ""),
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

function safeContentType(value: string): string {
  const [essence = "", ...parameters] = value.split(";").map((part) => part.trim().toLowerCase());
  if (!safeTypes.test(essence)) return "application/octet-stream";
  const charset = parameters.find((parameter) => /^charset="?[\w-]+"?$/.test(parameter));
  return charset ? `${essence}; ${charset}` : essence;
}
