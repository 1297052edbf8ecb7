/** A web page on which a reply is based. */
export interface Source {
  /** An `http` or `https` URL. */
  readonly url: string;
  readonly title?: string;
  /** The passage of the page that supports the reply, as its provider quotes it. */
  readonly quote?: string;
}

/** Maximum number of sources of a reply. */
export const maxSources = 50;

const maxUrlChars = 2000;
const maxTitleChars = 300;
const maxQuoteChars = 500;

/** Reads a source as a provider sends it. Returns an empty list if its URL is not one of the web, or too long. */
export function readSource(url: unknown, title?: unknown, quote?: unknown): Source[] {
  if (typeof url !== "string" || url.length > maxUrlChars || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return [];
  const read = (value: unknown, max: number) => (typeof value === "string" ? value.trim().slice(0, max) : "");
  const [readTitle, readQuote] = [read(title, maxTitleChars), read(quote, maxQuoteChars)];
  return [{ url, ...(readTitle && { title: readTitle }), ...(readQuote && { quote: readQuote }) }];
}

/** Adds sources to a list in which each URL occurs once; the first title and quote of a page count. */
export function addSources(known: readonly Source[], added: readonly Source[]): readonly Source[] {
  const byUrl = new Map(known.map((source) => [source.url, source]));
  for (const source of added) {
    const before = byUrl.get(source.url);
    if (before || byUrl.size < maxSources) byUrl.set(source.url, { ...source, ...before });
  }
  return [...byUrl.values()];
}
