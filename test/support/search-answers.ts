import type { SearchEngineName } from "@/lib/web-search/engine-names";

/** Two pages as each search engine returns them; the last result of each list has no valid URL. */
export const searchAnswers: Readonly<Record<SearchEngineName, object>> = {
  Tavily: {
    query: "spring tide",
    results: [
      { title: "Tides", url: "https://sea.example/tides", content: "Tides\n rise  twice a day.", score: 0.9 },
      { title: "Moon", url: "https://moon.example/", content: "The moon pulls.", score: 0.5, raw_content: null },
      { title: "Bad", url: "javascript:alert(1)", content: "No" },
    ],
    response_time: 1.2,
  },
  Brave: {
    type: "search",
    query: { original: "spring tide" },
    web: {
      type: "search",
      results: [
        { title: "Tides", url: "https://sea.example/tides", description: "Tides <strong>rise</strong> twice a day." },
        { title: "Moon", url: "https://moon.example/", description: "The moon pulls.", extra_snippets: ["More"] },
        { title: "Bad", url: "ftp://files.example/", description: "No" },
      ],
    },
  },
  Exa: {
    requestId: "r1",
    results: [
      { id: "1", title: "Tides", url: "https://sea.example/tides", highlights: ["Tides rise twice a day."] },
      { id: "2", title: "Moon", url: "https://moon.example/", text: "The moon pulls." },
      { id: "3", title: "Bad", url: "data:text/html,x", highlights: ["No"] },
    ],
  },
  SearXNG: {
    query: "spring tide",
    number_of_results: 2,
    results: [
      { url: "https://sea.example/tides", title: "Tides", content: "Tides rise twice a day.", engine: "a" },
      { url: "https://moon.example/", title: "Moon", content: "The moon pulls.", engines: ["a", "b"] },
      { url: 7, title: "Bad", content: "No" },
    ],
    answers: [],
  },
  Bocha: {
    code: 200,
    msg: null,
    data: {
      _type: "SearchResponse",
      webPages: {
        value: [
          {
            name: "Tides",
            url: "https://sea.example/tides",
            snippet: "Tides rise.",
            summary: "Tides rise twice a day.",
          },
          { name: "Moon", url: "https://moon.example/", snippet: "The moon pulls." },
          { name: "Bad", url: "", snippet: "No" },
        ],
      },
    },
  },
};

/** The valid results of these responses. */
export const foundPages = [
  { url: "https://sea.example/tides", title: "Tides", text: "Tides rise twice a day." },
  { url: "https://moon.example/", title: "Moon", text: "The moon pulls." },
];
