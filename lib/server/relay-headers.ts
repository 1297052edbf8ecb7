const listedHeaders = ["retry-after", "retry-after-ms", "x-request-id"];
const listedPrefix = "x-ratelimit-";

/** Types that no browser runs as a document; all else is shown as plain text (O4.7). */
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
  if (!safeTypes.test(essence)) return "text/plain; charset=utf-8";
  const charset = parameters.find((parameter) => /^charset="?[\w-]+"?$/.test(parameter));
  return charset ? `${essence}; ${charset}` : essence;
}
