import "fake-indexeddb/auto";
import { AppError } from "@/lib/errors";
import { pluginProxyRoute } from "@/lib/server/plugin-proxy-route";
import { searchRoute } from "@/lib/server/search-route";
import type { Server } from "@/lib/server/server";
import { serverlessFlags } from "@/lib/settings/server-flags";
import { type SearchEngineName, searchEngineNames } from "@/lib/web-search/engine-names";
import { searchEngines } from "@/lib/web-search/engines";
import { useAccess } from "@/store/settings/access";
import type { SearchTarget } from "@/store/tools/search-target";
import { searchWeb } from "@/store/tools/search-web";
import { type FakeAnswer, fakeEnvironment } from "../../support/fake-environment";
import { memoryStorage } from "../../support/memory-storage";
import { foundPages, searchAnswers } from "../../support/search-answers";
import { testServer } from "../../support/test-server";

const query = { query: "spring tide", count: 5 };

interface Browser {
  /** Returns the response to a request of the browser to another site; throws if CORS forbids it. */
  readonly direct?: () => Response | Promise<Response>;
  readonly server?: Server;
}

/** Requests of the browser: URL and headers. */
let requests: [url: string, headers: unknown][] = [];

/** Gives the page a network in which our server and other sites answer. */
function open({ direct = () => Promise.reject(new TypeError("Failed to fetch")), server }: Browser) {
  requests = [];
  const fetch = async (url: string, init: RequestInit) => {
    requests.push([url, init.headers]);
    if (!url.startsWith("/api/")) return direct();
    if (!server) throw new Error("no server");
    const headers = { ...(init.headers as Record<string, string>), host: "chat.example" };
    const { method, body } = init;
    const request = new Request(`http://chat.example${url}`, {
      ...(method && { method }),
      headers,
      ...(body && { body }),
    });
    return url.startsWith("/api/search") ? searchRoute(request, server) : pluginProxyRoute(request, server);
  };
  Object.assign(globalThis, {
    fetch,
    localStorage: memoryStorage(),
    addEventListener() {},
    document: { addEventListener() {} },
  });
  useAccess.setState({
    reach: server ? { relay: "/api" } : {},
    accessCode: "open sesame",
    flags: serverlessFlags,
  });
}

/** Each test has hosts of its own: the module remembers those whose answers CORS hides. */
function target(engine: SearchEngineName, address: string, key = "k1"): SearchTarget {
  return { kind: "own", host: new URL(address).host, access: { engine, address, key } };
}

const search = (to: SearchTarget) => searchWeb(to, query, new AbortController().signal);

async function failureOf(to: SearchTarget) {
  const thrown = await search(to).catch((error: unknown) => error);
  return thrown instanceof AppError ? [thrown.code, thrown.details] : thrown;
}

function relayTo(answer: FakeAnswer) {
  const outgoing = fakeEnvironment({ responses: [answer] });
  return { outgoing, server: testServer(outgoing, { CODE: "open sesame" }) };
}

test.each(searchEngineNames)("searches with %s directly, without the access code", async (engine) => {
  open({ direct: () => Response.json(searchAnswers[engine]) });
  expect(await search(target(engine, searchEngines[engine].address || "https://sx.example"))).toEqual(foundPages);
  expect(requests).toHaveLength(1);
  expect(JSON.stringify(requests)).not.toContain("sesame");
});

test.each(searchEngineNames)("searches with %s through the relay if CORS hides the answer", async (engine) => {
  const { outgoing, server } = relayTo(Response.json(searchAnswers[engine]));
  open({ server });
  const address = `https://${engine.toLowerCase()}.relayed.example`;
  expect(await search(target(engine, address))).toEqual(foundPages);
  expect(outgoing.calls.map(({ url }) => new URL(url).origin)).toEqual([address]);
  const headers = JSON.stringify(outgoing.calls.map(({ init }) => init.headers));
  expect([headers.includes("k1"), headers.includes("sesame")]).toEqual([true, false]);
  expect(requests).toHaveLength(2);
});

test.each<[string, () => Response, unknown]>([
  ["a rejected key", () => new Response("{}", { status: 401 }), ["auth", { message: "HTTP 401" }]],
  ["a format that is switched off", () => new Response("", { status: 403 }), ["not-allowed", { message: "HTTP 403" }]],
  ["too many searches", () => new Response("", { status: 429 }), ["rate-limit", { message: "HTTP 429" }]],
  ["an error of the server", () => new Response("", { status: 500 }), ["server", { message: "HTTP 500" }]],
  [
    "HTML",
    () => new Response("<!doctype html><p>Sign in", { headers: { "content-type": "text/html" } }),
    ["protocol", { message: "The response is not one of a search." }],
  ],
  [
    "an image",
    () => new Response("x", { headers: { "content-type": "image/png" } }),
    ["protocol", { message: "The response is not one of a search." }],
  ],
  ["10 MB", () => Response.json({ results: [], more: "a".repeat(10_000_000) }), ["too-large", {}]],
])("reports %s", async (_name, direct, failure) => {
  open({ direct });
  expect(await failureOf(target("Tavily", "https://failing.example"))).toEqual(failure);
});

test("an engine that cannot be reached is a failure of the network", async () => {
  open({});
  expect(await failureOf(target("Tavily", "https://gone.example"))).toEqual(["network", {}]);
});

test.each(["https://192.168.0.1", "https://localhost", "http://search.example"])(
  "the relay does not reach %s",
  async (address) => {
    const { outgoing, server } = relayTo(Response.json(searchAnswers.SearXNG));
    open({ server });
    expect(await failureOf(target("SearXNG", address))).toEqual([
      "not-allowed",
      { message: "HTTP 403: This address is not allowed on this server." },
    ]);
    expect(outgoing.calls).toEqual([]);
  },
);

test("redirects are not followed, neither by the relay", async () => {
  const { server } = relayTo(new Response("", { status: 302, headers: { location: "http://127.0.0.1/" } }));
  open({ server });
  expect(await failureOf(target("Tavily", "https://moved.example"))).toEqual([
    "server",
    { message: "HTTP 502: The address responded with a redirect." },
  ]);
});

describe("the site's search engine", () => {
  const site: SearchTarget = { kind: "site", host: "api.tavily.com" };
  const variables = { CODE: "open sesame", SEARCH_ENGINE: "Tavily", SEARCH_API_KEY: "secret-key" };

  test("is searched through the server, with the access code and without a key", async () => {
    const outgoing = fakeEnvironment({ responses: [Response.json(searchAnswers.Tavily)] });
    open({ server: testServer(outgoing, variables) });
    expect(await search(site)).toEqual(foundPages);
    expect(requests).toEqual([
      ["/api/search", { "Content-Type": "application/json", authorization: "Bearer nk-open sesame" }],
    ]);
  });

  test("reports the server's refusals", async () => {
    open({ server: testServer(fakeEnvironment(), variables) });
    useAccess.setState({ accessCode: "other" });
    expect(await failureOf(site)).toEqual(["auth", { message: "HTTP 401: wrong access code" }]);
    open({ server: testServer(fakeEnvironment({ responses: [new Response("", { status: 401 })] }), variables) });
    expect(await failureOf(site)).toEqual([
      "server",
      { message: "HTTP 502: The search engine rejected the server's API key." },
    ]);
    open({ server: testServer(fakeEnvironment(), {}) });
    expect(await failureOf(site)).toEqual(["server", { message: "HTTP 404: Nothing found at this address." }]);
  });
});
