/** The names of the search engines, the same in every language. */
export const searchEngineNames = ["Tavily", "Brave", "Exa", "SearXNG", "Bocha"] as const;

export type SearchEngineName = (typeof searchEngineNames)[number];
