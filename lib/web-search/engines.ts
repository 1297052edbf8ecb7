import type { SearchEngineName } from "@/lib/web-search/engine-names";

/** A search engine that the app can use for models without a web search. */
interface SearchEngine {
  /** The public address; empty for programs that run on servers of their own. */
  readonly address: string;
  readonly needsKey: boolean;
}

/** The search engines by name. */
export const searchEngines = {
  Tavily: { address: "https://api.tavily.com", needsKey: true },
  Brave: { address: "https://api.search.brave.com", needsKey: true },
  Exa: { address: "https://api.exa.ai", needsKey: true },
  SearXNG: { address: "", needsKey: false },
  Bocha: { address: "https://api.bochaai.com", needsKey: true },
} as const satisfies Readonly<Record<SearchEngineName, SearchEngine>>;
