import { publicConfig } from "@/lib/server/public-config";
import { searchRoute } from "@/lib/server/search-route";
import { readServerConfig } from "@/lib/server/server-config";
import { type SearchEngineName, searchEngineNames } from "@/lib/web-search/engine-names";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";
import { foundPages, searchAnswers } from "../../support/search-answers";
import { testProviders, testServer } from "../../support/test-server";

const tavily = { SEARCH_ENGINE: "tavily", SEARCH_API_KEY: "hidden-key" };
const query = { query: "spring tide", count: 5, language: "de" };

interface Asked {
  readonly variables?: Record<string, string>;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

function requestOf({ headers = {}, body = query }: Asked): Request {
  return new Request("http://0.0.0.0:3000/api/search", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer nk-open sesame", cookie: "a=b", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

async function search(answer: FakeAnswer | undefined, asked: Asked = {}) {
  const env = fakeEnvironment({ responses: answer ? [answer] : [] });
  const server = testServer(env, { CODE: "open sesame", ...(asked.variables ?? tavily) });
  const reply = await searchRoute(requestOf(asked), server);
  return { status: reply.status, reply: await reply.json(), calls: env.calls, lines: server.lines };
}

const failure = (code: string, message: string) => ({ error: { code, message } });

test("sends a validated search with the server's key, without the caller's headers", async () => {
  const { status, reply, calls, lines } = await search(Response.json(searchAnswers.Tavily), {
    body: { ...query, more: "unasked" },
  });
  expect([status, reply, lines]).toEqual([200, { results: foundPages }, []]);
  expect(calls.map(({ url, init: { signal: _, ...init } }) => [url, init])).toEqual([
    [
      "https://api.tavily.com/search",
      {
        method: "POST",
        headers: {
          Accept: "application/json",
          "Content-Type": "application/json",
          Authorization: "Bearer hidden-key",
        },
        body: JSON.stringify({ query: "spring tide", max_results: 5 }),
        redirect: "manual",
      },
    ],
  ]);
});

test.each(searchEngineNames)("searches with %s at the operator's address", async (engine: SearchEngineName) => {
  const { reply, calls } = await search(Response.json(searchAnswers[engine]), {
    variables: { SEARCH_ENGINE: engine, SEARCH_API_KEY: "k", SEARCH_URL: "http://search.lan:8080/api/" },
  });
  expect(reply).toEqual({ results: foundPages });
  expect(calls.map(({ url }) => url.slice(0, 27))).toEqual(["http://search.lan:8080/api/"]);
});

test.each<[string, FakeAnswer, number, object]>([
  [
    "a rejected key",
    new Response("hidden-key is wrong", { status: 401 }),
    502,
    failure("auth", "The search engine rejected the server's API key."),
  ],
  [
    "too many searches",
    new Response("", { status: 429 }),
    429,
    failure("rate-limit", "Too many requests. Try again later."),
  ],
  [
    "a redirect",
    new Response("", { status: 302, headers: { location: "http://127.0.0.1/" } }),
    502,
    failure("protocol", "The provider's response could not be forwarded."),
  ],
  [
    "HTML",
    new Response("<!doctype html><p>hidden-key"),
    502,
    failure("protocol", "The provider's response could not be forwarded."),
  ],
  [
    "10 MB",
    new Response(`{"results":[],"x":"${"a".repeat(10_000_000)}"}`),
    502,
    failure("protocol", "The provider's response could not be forwarded."),
  ],
  [
    "an engine that cannot be reached",
    () => {
      throw new TypeError("hidden-key");
    },
    502,
    failure("network", "The provider could not be reached."),
  ],
])("%s is reported without anything of the response", async (_name, answer, status, reply) => {
  const { lines, ...read } = await search(answer);
  expect([read.status, read.reply]).toEqual([status, reply]);
  expect(JSON.stringify(lines)).not.toContain("hidden");
});

test.each<[string, number, Asked]>([
  ["a wrong code", 401, { headers: { authorization: "Bearer nk-other" } }],
  ["a key instead of a code", 401, { headers: { authorization: "Bearer sk-own" } }],
  ["no search engine", 404, { variables: {} }],
  ["an engine without its key", 404, { variables: { SEARCH_ENGINE: "Brave" } }],
  ["a form of another site", 415, { headers: { "content-type": "text/plain" } }],
  ["another origin", 403, { headers: { origin: "https://evil.example" } }],
  ["no JSON", 400, { body: "{" }],
  ["no query", 400, { body: { count: 5 } }],
  ["an empty query", 400, { body: { ...query, query: "" } }],
  ["a long query", 400, { body: { ...query, query: "a".repeat(1001) } }],
  ["too many results", 400, { body: { ...query, count: 11 } }],
  ["an invalid language", 400, { body: { ...query, language: "de&x=1" } }],
  ["a large body", 413, { body: { ...query, more: "a".repeat(20_000) } }],
])("%s: nothing is sent", async (_name, status, asked) => {
  const read = await search(undefined, asked);
  expect([read.status, read.calls]).toEqual([status, []]);
});

test("searches are counted", async () => {
  const env = fakeEnvironment({ responses: () => Response.json(searchAnswers.Tavily) });
  const server = testServer(env, tavily);
  const statuses = new Set<number>();
  for (let count = 0; count < 200; count += 1) statuses.add((await searchRoute(requestOf({}), server)).status);
  const last = await searchRoute(requestOf({}), server);
  expect([[...statuses], last.status, last.headers.get("retry-after"), env.calls.length]).toEqual([
    [200],
    429,
    "60",
    200,
  ]);
});

test("browsers know the host of the search engine, but not its key @L6.2", () => {
  const flags = publicConfig(readServerConfig({ ...tavily, CODE: "c" }, testProviders));
  expect(flags.searchHost).toBe("api.tavily.com");
  expect(JSON.stringify(flags)).not.toContain("hidden");
});
