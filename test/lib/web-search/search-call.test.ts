import { type SearchEngineName, searchEngineNames } from "@/lib/web-search/engine-names";
import { searchEngines } from "@/lib/web-search/engines";
import { searchCall, type WebQuery } from "@/lib/web-search/search-call";

const query: WebQuery = { query: "spring tide & moon", count: 5, language: "de" };

function call(engine: SearchEngineName, { address = "", key = "k1", asked = query } = {}) {
  const { url, body, ...rest } = searchCall(
    { engine, address: address || searchEngines[engine].address || "https://sx.example", key },
    asked,
  );
  return { ...rest, url: url.href, ...(body !== undefined && { body: JSON.parse(body) }) };
}

const json = { Accept: "application/json", "Content-Type": "application/json" };

test.each<[SearchEngineName, object]>([
  [
    "Tavily",
    {
      method: "POST",
      url: "https://api.tavily.com/search",
      headers: { ...json, Authorization: "Bearer k1" },
      body: { query: "spring tide & moon", max_results: 5 },
    },
  ],
  [
    "Brave",
    {
      method: "GET",
      url: "https://api.search.brave.com/res/v1/web/search?q=spring+tide+%26+moon&count=5&text_decorations=false&search_lang=de",
      headers: { Accept: "application/json", "X-Subscription-Token": "k1" },
    },
  ],
  [
    "Exa",
    {
      method: "POST",
      url: "https://api.exa.ai/search",
      headers: { ...json, "x-api-key": "k1" },
      body: { query: "spring tide & moon", numResults: 5, contents: { highlights: { maxCharacters: 1500 } } },
    },
  ],
  [
    "SearXNG",
    {
      method: "GET",
      url: "https://sx.example/search?q=spring+tide+%26+moon&format=json&language=de",
      headers: { Accept: "application/json", Authorization: "Bearer k1" },
    },
  ],
  [
    "Bocha",
    {
      method: "POST",
      url: "https://api.bochaai.com/v1/web-search",
      headers: { ...json, Authorization: "Bearer k1" },
      body: { query: "spring tide & moon", count: 5, summary: true },
    },
  ],
])("%s gets its own request", (engine, expected) => {
  expect(call(engine)).toEqual(expected);
});

test("there is a request for every engine, and without a key none is sent", () => {
  for (const engine of searchEngineNames) {
    expect(Object.keys(call(engine, { key: "" }).headers).sort()).toEqual(
      ["Accept", ...(call(engine).method === "POST" ? ["Content-Type"] : [])].sort(),
    );
  }
});

test.each([
  ["http://localhost:8080", "http://localhost:8080/search"],
  ["https://sx.example/searx/", "https://sx.example/searx/search"],
  ["https://sx.example/search?q=old#x", "https://sx.example/search"],
])("the address %s leads to %s", (address, path) => {
  expect(call("SearXNG", { address, asked: { query: "a", count: 1 } }).url).toBe(`${path}?q=a&format=json`);
});

test.each([
  ["zh", "zh-hans"],
  ["zh-TW", "zh-hant"],
  ["ja", "jp"],
  ["pt-BR", "pt-br"],
  ["pt", "pt-pt"],
  ["fr-CA", "fr"],
  ["tlh", null],
  [undefined, null],
])("Brave gets the language %s as %s", (language, code) => {
  const { url } = call("Brave", { asked: { query: "a", count: 1, language } });
  expect(new URL(url).searchParams.get("search_lang")).toBe(code);
});

test("Brave gets no longer query than it accepts", () => {
  const asked = { query: "word ".repeat(60), count: 1 };
  expect(new URL(call("Brave", { asked }).url).searchParams.get("q")).toBe("word ".repeat(50).trim());
  const long = { query: "a".repeat(500), count: 1 };
  expect(new URL(call("Brave", { asked: long }).url).searchParams.get("q")).toBe("a".repeat(400));
});
