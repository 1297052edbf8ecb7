import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";
import type { SearchEngineName } from "@/lib/web-search/engine-names";

/** A search of the web. */
export interface WebQuery {
  readonly query: string;
  /** Maximum number of results. */
  readonly count: number;
  /** A language code such as `de` or `pt-BR`; not all engines accept one. */
  readonly language?: string | undefined;
}

/** A search engine with the address and the key for it. */
export interface EngineAccess {
  readonly engine: SearchEngineName;
  /** An absolute URL. */
  readonly address: string;
  /** Empty without one. */
  readonly key: string;
}

/** The request of a search as plain data. */
export interface SearchCall {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The request and the results of one engine's API. */
interface EngineApi {
  /** The path below the address. */
  readonly path: string;
  /** Returns the header with the key. */
  readonly auth: (key: string) => Readonly<Record<string, string>>;
  /** Returns the parameters of a GET request. */
  readonly parameters?: (query: WebQuery) => Readonly<Record<string, string>>;
  /** Returns the body of a POST request. */
  readonly body?: (query: WebQuery) => JsonRecord;
  /** Returns the results in a response, as the engine sends them; undefined if it is not a list of results. */
  readonly results: (response: JsonRecord) => readonly unknown[] | undefined;
  /** Returns the unvalidated fields of one result. */
  readonly fields: (result: JsonRecord) => { readonly title: unknown; readonly text: unknown };
}

const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });

const maxExaChars = 1500;

const apis: Readonly<Record<SearchEngineName, EngineApi>> = {
  // https://docs.tavily.com/documentation/api-reference/endpoint/search
  Tavily: {
    path: "/search",
    auth: bearer,
    body: ({ query, count }) => ({ query, max_results: count }),
    results: ({ results }) => listIn(results),
    fields: ({ title, content }) => ({ title, text: content }),
  },
  // https://api-dashboard.search.brave.com/api-reference/web/search/get
  Brave: {
    path: "/res/v1/web/search",
    auth: (key) => ({ "X-Subscription-Token": key }),
    parameters: ({ query, count, language }) => {
      const code = braveLanguage(language);
      const search = { q: braveQuery(query), count: String(count), text_decorations: "false" };
      return code === undefined ? search : { ...search, search_lang: code };
    },
    // Without results, there is no `web`.
    results: ({ type, web }) => (web === undefined && type === "search" ? [] : listIn(recordOf(web).results)),
    fields: ({ title, description }) => ({ title: fromHtml(title), text: fromHtml(description) }),
  },
  // https://exa.ai/docs/reference/search
  Exa: {
    path: "/search",
    auth: (key) => ({ "x-api-key": key }),
    body: ({ query, count }) => ({
      query,
      numResults: count,
      contents: { highlights: { maxCharacters: maxExaChars } },
    }),
    results: ({ results }) => listIn(results),
    fields: ({ title, highlights, text }) => ({
      title,
      text: listOf(highlights).length > 0 ? listOf(highlights).map(stringOf).join(" … ") : text,
    }),
  },
  // https://docs.searxng.org/dev/search_api.html
  SearXNG: {
    path: "/search",
    auth: bearer,
    parameters: ({ query, language }) => ({ q: query, format: "json", ...(language && { language }) }),
    results: ({ results }) => listIn(results),
    fields: ({ title, content }) => ({ title, text: content }),
  },
  // https://open.bochaai.com
  Bocha: {
    path: "/v1/web-search",
    auth: bearer,
    body: ({ query, count }) => ({ query, count, summary: true }),
    results: ({ data }) => (isRecord(data) ? listOf(recordOf(data.webPages).value) : undefined),
    fields: ({ name, snippet, summary }) => ({ title: name, text: stringOf(summary) || snippet }),
  },
};

/** Returns the request of a search. */
export function searchCall({ engine, address, key }: EngineAccess, query: WebQuery): SearchCall {
  const { path, auth, parameters, body } = apis[engine];
  const url = urlBelow(address, path);
  for (const [name, value] of Object.entries(parameters?.(query) ?? {})) url.searchParams.set(name, value);
  const headers = { Accept: "application/json", ...(key === "" ? {} : auth(key)) };
  if (!body) return { method: "GET", url, headers };
  const content = JSON.stringify(body(query));
  return { method: "POST", url, headers: { ...headers, "Content-Type": "application/json" }, body: content };
}

/** Appends a path to an address. An address that already ends with it, as in the engine's manual, stays as it is. */
function urlBelow(address: string, path: string): URL {
  const url = new URL(address);
  const base = url.pathname.replace(/\/+$/, "");
  url.pathname = base.endsWith(path) ? base : base + path;
  url.search = "";
  url.hash = "";
  return url;
}

/** Returns the results of an engine with their unvalidated fields; undefined if the response is not one of a search. */
export function resultsIn(engine: SearchEngineName, response: unknown): readonly JsonRecord[] | undefined {
  const { results, fields } = apis[engine];
  return isRecord(response)
    ? results(response)?.map((result) => ({ url: recordOf(result).url, ...fields(recordOf(result)) }))
    : undefined;
}

function listIn(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Maximum length of a query for Brave, in characters and words. */
const maxBraveChars = 400;
const maxBraveWords = 50;

/** Shortens a query to the length that Brave accepts. */
function braveQuery(query: string): string {
  return query.split(/\s+/).slice(0, maxBraveWords).join(" ").slice(0, maxBraveChars);
}

/** Language codes of Brave that differ from the usual ones. */
const braveCodes: Readonly<Record<string, string>> = {
  "zh-tw": "zh-hant",
  "zh-hk": "zh-hant",
  "zh-hant": "zh-hant",
  zh: "zh-hans",
  ja: "jp",
  no: "nb",
  "pt-br": "pt-br",
  pt: "pt-pt",
};

/** Other languages that Brave knows; it rejects all others. */
const braveLanguages =
  /^(ar|bg|bn|ca|cs|da|de|en|es|et|eu|fi|fr|gl|gu|he|hi|hr|hu|is|it|kn|ko|lt|lv|ml|mr|ms|nb|nl|pa|pl|ro|ru|sk|sl|sr|sv|ta|te|th|tr|uk|vi)$/;

function braveLanguage(language = ""): string | undefined {
  const code = language.toLowerCase();
  const [base = ""] = code.split("-");
  return braveCodes[code] ?? braveCodes[base] ?? (braveLanguages.test(base) ? base : undefined);
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'", "#39": "'" };

/** Returns the text of Brave's HTML: emphasis and characters with a special meaning. */
function fromHtml(value: unknown): string {
  return stringOf(value)
    .replace(/<\/?(strong|b|em)>/gi, "")
    .replace(/&(amp|lt|gt|quot|#x27|#39);/gi, (all, name: string) => entities[name.toLowerCase()] ?? all);
}
