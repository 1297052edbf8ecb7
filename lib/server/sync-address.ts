/** Maximum length of a URL, in characters. */
const maxAddressChars = 2_000;

/** Format of a URL: no user, no query, no fragment, no character that a parser drops or converts. */
const wellFormed = /^https?:\/\/[^/?#@\\\p{Cc}\s]+(?:\/[^?#\\\p{Cc}\s]*)?$/iu;
/** Encoded separators and dots (also doubly encoded), which servers decode differently. */
const hiddenCharacter = /%(?:25)*(?:2f|5c|2e|[01][\da-f]|7f)/i;
const dotSegment = /(?:^|\/)\.{1,2}(?=\/|$)/;

/** Parses the URL of a store that a caller names; undefined if another parser might read it differently. */
export function parseStoreAddress(text: string): URL | undefined {
  const path = text.replace(/^https?:\/\/[^/]*/i, "");
  if (text.length > maxAddressChars || !wellFormed.test(text) || !URL.canParse(text)) return undefined;
  return hiddenCharacter.test(path) || dotSegment.test(path) ? undefined : new URL(text);
}

/** Whether a URL is below a listed one: same scheme, host and port, and the path matches by whole segments. */
export function isBelow(endpoint: URL, listed: string): boolean {
  const allowed = new URL(listed);
  const path = allowed.pathname.replace(/\/+$/, "");
  return endpoint.origin === allowed.origin && (endpoint.pathname === path || endpoint.pathname.startsWith(`${path}/`));
}
