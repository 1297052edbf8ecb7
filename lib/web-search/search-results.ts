import { readSource } from "@/lib/chat/sources";
import { isRecord, type JsonRecord, listOf, parseJson, stringOf } from "@/lib/json";
import type { SearchEngineName } from "@/lib/web-search/engine-names";
import { resultsIn } from "@/lib/web-search/search-call";

/** A page that a search has found. */
export interface SearchResult {
  /** An `http` or `https` URL. */
  readonly url: string;
  /** Empty without one. */
  readonly title: string;
  /** A passage or a summary, in one paragraph; empty without one. */
  readonly text: string;
}

/** Maximum number of results of a search. */
export const maxResults = 10;

/** Maximum size of a response, in bytes. */
export const maxSearchBytes = 2_000_000;

/** Maximum length of a result's text, in characters. */
const maxTextChars = 2000;

/** Reads the response of an engine; undefined if it is not one of a search. Results without a valid URL are dropped. */
export function readResponse(engine: SearchEngineName, text: string): readonly SearchResult[] | undefined {
  const results = resultsIn(engine, parseJson(text));
  return results && validResults(results);
}

/** Reads the response of the site's server (`/api/search`); undefined if it is another one. */
export function readSiteResponse(text: string): readonly SearchResult[] | undefined {
  const response = parseJson(text);
  return isRecord(response) && Array.isArray(response.results) ? validResults(listOf(response.results)) : undefined;
}

/** Returns the first results that are valid; each page counts once. */
function validResults(results: readonly unknown[]): readonly SearchResult[] {
  const found = new Map<string, SearchResult>();
  for (const result of results) {
    if (found.size >= maxResults) break;
    if (!isRecord(result)) continue;
    for (const read of readResult(result)) if (!found.has(read.url)) found.set(read.url, read);
  }
  return [...found.values()];
}

function readResult({ url, title, text }: JsonRecord): SearchResult[] {
  const inOneLine = (value: unknown) =>
    stringOf(value)
      .slice(0, 2 * maxTextChars)
      .replace(/\s+/g, " ");
  return readSource(url, inOneLine(title)).map((source) => ({
    url: source.url,
    title: source.title ?? "",
    text: inOneLine(text).trim().slice(0, maxTextChars),
  }));
}
