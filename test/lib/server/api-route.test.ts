import { configRoute } from "@/lib/server/config-route";
import { demoRoute } from "@/lib/server/demo-route";
import { fakeEnvironment } from "../../support/fake-environment";
import { testServer } from "../../support/test-server";

const env = fakeEnvironment();

function configRequest(method: string, headers: Record<string, string> = {}): Request {
  return new Request("http://0.0.0.0:3000/api/config", { method, headers: { host: "chat.example", ...headers } });
}

test.each(["GET", "POST"])("%s /api/config returns the public settings and is not cached @H5.5", async (method) => {
  const response = await configRoute(configRequest(method), testServer(env, { CODE: "one", DEFAULT_MODEL: "a" }));
  expect([response.status, Object.fromEntries(response.headers)]).toEqual([
    200,
    {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      vary: "origin",
    },
  ]);
  expect(await response.json()).toEqual({
    needCode: true,
    hideUserApiKey: false,
    disableGPT4: false,
    hideBalanceQuery: true,
    disableFastLink: false,
    customModels: "",
    defaultModel: "a",
    visionModels: "",
    demo: "offered",
    enableMcp: false,
    artifacts: false,
    upstreamHosts: {},
    servers: [],
    resumesReplies: false,
    hasUser: false,
    shareHost: "",
    searchHost: "",
    pyodidePackagesUrl: "",
  });
});

test("HEAD /api/config has the status and the headers of GET", async () => {
  const response = await configRoute(configRequest("HEAD"), testServer(env));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
});

test.each([
  ["a program", {}, 204, "GET, HEAD, POST"],
  ["one of our own pages", { origin: "http://chat.example" }, 204, "GET, HEAD, POST"],
  ["a page of another site", { origin: "https://evil.example" }, 403, null],
])("OPTIONS of %s returns %d, without CORS headers", async (_name, headers, status, allow) => {
  const response = await configRoute(configRequest("OPTIONS", headers as Record<string, string>), testServer(env));
  const names = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
  expect([response.status, response.headers.get("allow"), names]).toEqual([status, allow, []]);
});

test.each(["PUT", "PATCH", "DELETE"])("%s /api/config is rejected", async (method) => {
  const response = await configRoute(configRequest(method), testServer(env));
  expect([response.status, response.headers.get("allow"), response.headers.get("cache-control")]).toEqual([
    405,
    "GET, HEAD, POST",
    "no-store",
  ]);
});

test.each([
  ["plain", {}, 200],
  ["declared as uncompressed", { "content-encoding": "identity", "content-type": "text/plain; charset=UTF-8" }, 200],
  ["compressed", { "content-encoding": "gzip" }, 415],
  ["compressed twice", { "content-encoding": "identity, gzip" }, 415],
  ["in an unknown encoding", { "content-encoding": "tide" }, 415],
  ["in another charset", { "content-type": "application/json; charset=utf-16" }, 415],
  ["in an unknown charset", { "content-type": 'application/json;x=y; Charset="tide"' }, 415],
])("a body that is %s @H5.2", async (_, headers, status) => {
  const request = configRequest("POST", headers as Record<string, string>);
  expect((await configRoute(request, testServer(env))).status).toBe(status);
});

const trusted = { TRUST_PROXY: "1" };
const listed = { ALLOWED_ORIGINS: "https://other.example,tauri://localhost" };

test.each([
  ["no browser", {}, {}, 200],
  ["our own page", { origin: "https://chat.example" }, {}, 200],
  ["our own page, in capitals", { origin: "HTTPS://Chat.Example" }, {}, 200],
  [
    "our own page behind a proxy that changes the host",
    { origin: "https://chat.example", host: "10.0.0.1", "sec-fetch-site": "same-origin" },
    {},
    200,
  ],
  [
    "our own page behind a trusted proxy",
    { origin: "https://chat.example", host: "10.0.0.1", "x-forwarded-host": "chat.example" },
    trusted,
    200,
  ],
  ["a made-up forwarded host", { origin: "https://evil.example", "x-forwarded-host": "evil.example" }, {}, 403],
  ["another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }, {}, 403],
  ["another port of our host", { origin: "https://chat.example:8443" }, {}, 403],
  ["a host that begins like ours", { origin: "https://chat.example.evil.example" }, {}, 403],
  ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }, {}, 403],
  ["no origin at all in the header", { origin: "" }, {}, 403],
  ["an image, a link or a form of another site", { "sec-fetch-site": "cross-site" }, {}, 403],
  ["an image, a link or a form of another port of our host", { "sec-fetch-site": "same-site" }, {}, 403],
  ["a page that a newer browser names differently", { "sec-fetch-site": "near-site" }, {}, 403],
  ["another site that names our page", { "sec-fetch-site": "cross-site", referer: "https://chat.example/" }, {}, 403],
  ["an image of our own page", { "sec-fetch-site": "same-origin" }, {}, 200],
  ["an address that a user typed", { "sec-fetch-site": "none" }, {}, 200],
  [
    "a link of a site that is not listed",
    { "sec-fetch-site": "cross-site", referer: "https://a.example/" },
    listed,
    403,
  ],
  ["a listed site", { origin: "https://other.example" }, listed, 200],
  ["a listed application", { origin: "tauri://localhost" }, listed, 200],
  ["a site that is not the listed one", { origin: "https://other.example:444" }, listed, 403],
])("a call from %s @H5.1", async (_, headers, variables, status) => {
  const response = await configRoute(
    configRequest("POST", headers as Record<string, string>),
    testServer(env, variables),
  );
  expect(response.status).toBe(status);
  const isListed = variables === listed && status === 200;
  expect(response.headers.get("access-control-allow-origin")).toBe(
    isListed ? (headers as { origin: string }).origin : null,
  );
  expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  if (status === 403) {
    expect(await response.json()).toEqual({
      error: { code: "not-allowed", message: "Calls from this origin are not allowed." },
    });
  }
});

test("a cross-site link from a listed site is allowed @H5.1", async () => {
  const headers = { "sec-fetch-site": "cross-site", referer: "https://other.example/page?x=1" };
  expect((await configRoute(configRequest("GET", headers), testServer(env, listed))).status).toBe(200);
});

test("a listed origin may send a preflight and read error responses; others may not", async () => {
  const server = testServer(env, listed);
  const asked = await configRoute(configRequest("OPTIONS", { origin: "https://other.example" }), server);
  expect([asked.status, Object.fromEntries(asked.headers)]).toEqual([
    204,
    {
      "access-control-allow-origin": "https://other.example",
      "access-control-allow-methods": "GET, HEAD, POST",
      "access-control-allow-headers": "content-type, x-api-key, api-key, x-goog-api-key, authorization",
      "access-control-max-age": "600",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      vary: "origin",
    },
  ]);
  const refused = await configRoute(configRequest("PUT", { origin: "https://other.example" }), server);
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([405, "https://other.example"]);
  const foreign = await configRoute(configRequest("OPTIONS", { origin: "https://evil.example" }), server);
  expect([foreign.status, foreign.headers.get("access-control-allow-origin")]).toEqual([403, null]);
});

function modelsOfDemo(variables: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request("http://chat.example/api/demo/v1/models", { headers });
  return demoRoute(request, ["v1", "models"], testServer(env, variables));
}

test.each([
  ["if there is no server key", {}, 200],
  ["without a code even if one is required, since it costs nothing", { CODE: "one" }, 200],
  ["if the operator enables it", { ACME_API_KEY: "k", ENABLE_DEMO: "1" }, 200],
  ["but not if there is a server key", { ACME_API_KEY: "k" }, 404],
  ["but not if the operator disables it", { DISABLE_DEMO: "1" }, 404],
])("the demonstration is served %s", async (_, variables, status) => {
  const response = await modelsOfDemo(variables as Record<string, string>);
  expect([response.status, response.headers.get("cache-control")]).toEqual([status, "no-store"]);
});

test("the demonstration only serves our own pages", async () => {
  expect((await modelsOfDemo({}, { origin: "https://evil.example" })).status).toBe(403);
});
