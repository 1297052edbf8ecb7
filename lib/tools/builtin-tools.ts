/** The plugins of `public/plugins.json`: their titles, the hosts of their calls, and the names of their tools. */
export const builtinPlugins = {
  weather: { title: "Weather", host: "api.open-meteo.com", tools: ["forecast"] },
  places: { title: "Places", host: "geocoding-api.open-meteo.com", tools: ["find_place"] },
  wikipedia: { title: "Wikipedia", host: "en.wikipedia.org", tools: ["search_articles", "article_summary"] },
  arxivsearch: { title: "arXiv", host: "export.arxiv.org", tools: ["search_papers"] },
  crossref: { title: "Crossref", host: "api.crossref.org", tools: ["search_works", "work_by_doi"] },
  openlibrary: { title: "Open Library", host: "openlibrary.org", tools: ["search_books"] },
  currency: {
    title: "Exchange rates",
    host: "api.frankfurter.dev",
    tools: ["latest_rates", "rates_of_day", "currencies"],
  },
  hackernews: { title: "Hacker News", host: "hn.algolia.com", tools: ["search_stories", "story_with_comments"] },
  dalle3: { title: "DALL·E 3", host: "api.openai.com", tools: ["draw_image"] },
} as const satisfies Readonly<Record<string, BuiltinPlugin>>;

interface BuiltinPlugin {
  readonly title: string;
  readonly host: string;
  readonly tools: readonly string[];
}

/** Names of the app's own tools. */
export const appToolNames = [
  "current_time",
  "calculate_date",
  "calculate",
  "compare_texts",
  "remember",
  "read_page",
  "search_web",
  "run_javascript",
  "run_python",
] as const;

export type BuiltinPluginId = keyof typeof builtinPlugins;
export type BuiltinToolName = (typeof appToolNames)[number] | (typeof builtinPlugins)[BuiltinPluginId]["tools"][number];

const plugins = Object.entries(builtinPlugins) as readonly [BuiltinPluginId, BuiltinPlugin][];

/** Returns the id of the built-in plugin with this title; undefined for other titles. */
export function builtinPluginTitled(title: string): BuiltinPluginId | undefined {
  return plugins.find(([, plugin]) => plugin.title === title)?.[0];
}

/** The parts of a tool, or of a stored call, that identify a built-in tool. */
export interface NamedTool {
  readonly kind?: string | undefined;
  /** Name of the source. */
  readonly source?: string | undefined;
  readonly ownName: string;
  readonly host?: string | undefined;
}

/**
 * Returns the name of a built-in tool; undefined for tools of the user's plugins and servers. A plugin's tool has to have
 * the plugin's host: a plugin of the user may have the same title.
 */
export function builtinToolName({ kind, source, ownName, host }: NamedTool): BuiltinToolName | undefined {
  const names: readonly string[] =
    kind === "app"
      ? appToolNames
      : kind === "plugin"
        ? (plugins.find(([, plugin]) => plugin.title === source && plugin.host === host)?.[1].tools ?? [])
        : [];
  return names.includes(ownName) ? (ownName as BuiltinToolName) : undefined;
}
