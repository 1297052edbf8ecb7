import type { IncomingMessage, ServerResponse } from "node:http";
import { pluginProxyRoute } from "@/lib/server/plugin-proxy-route";
import { rateHeaderNames } from "@/lib/server/usage/rate-headers";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "../../support/fake-environment";
import { bodyOf, type LocalUpstream, signalOf, startUpstream } from "../../support/local-upstream";
import { testServer } from "../../support/test-server";

const upstreams: LocalUpstream[] = [];

afterEach(async () => {
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Starts a plugin's server, and ours, which takes `https://tool.example` for it. */
async function start(answer: Answer, variables: Variables = {}) {
  const upstream = await startUpstream(answer);
  upstreams.push(upstream);
  const env = fakeEnvironment({
    responses: ({ url, init }) =>
      fetch(url.replace("https://tool.example", upstream.url), { ...init, redirect: "manual" }),
  });
  return { upstream, env, server: testServer(env, variables) };
}

const base = { "x-base-url": "https://tool.example" };

function call(
  server: ReturnType<typeof testServer>,
  path: string,
  { method = "GET", headers = base, body, signal }: RequestInit = {},
): Promise<Response> {
  const init = { method, headers: { host: "chat.example", ...headers }, body: body ?? null, signal: signal ?? null };
  return pluginProxyRoute(new Request(`http://chat.example/api/proxy${path}`, init), server);
}

async function statusAndCode(response: Response): Promise<[number, unknown]> {
  const body = await response.json();
  return [response.status, body.error?.code ?? body.msg];
}

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"])(
  "forwards %s with its body, and returns the response",
  async (method) => {
    const { server, upstream } = await start(async (request, response) => {
      response.writeHead(201, { "content-type": "application/json" });
      response.end(JSON.stringify({ got: await bodyOf(request) }));
    });
    const body = method === "GET" ? {} : { body: "words" };
    const response = await call(server, "/pets?limit=2", { method, ...body });
    expect([response.status, await response.json()]).toEqual([201, { got: method === "GET" ? "" : "words" }]);
    expect(upstream.arrived.map((arrived) => [arrived.method, arrived.url])).toEqual([[method, "/pets?limit=2"]]);
  },
);

test.each([
  ["without a code", {}, 401, "empty access code"],
  ["with a wrong code", { authorization: "Bearer nk-wrong" }, 401, "wrong access code"],
  ["with an own key in place of the code", { authorization: "Bearer sk-own" }, 401, "empty access code"],
  ["from another site", { origin: "https://evil.example", authorization: "Bearer nk-one" }, 403, "not-allowed"],
  ["without an address", { authorization: "Bearer nk-one", "x-base-url": "" }, 400, "bad-request"],
  ["to this computer", { authorization: "Bearer nk-one", "x-base-url": "https://localhost" }, 403, "not-allowed"],
])("rejects a call %s before anything is sent @A2.1 @O4.9 @S1", async (_, headers, status, code) => {
  const { server, upstream } = await start((_request, response) => void response.end(), { CODE: "one" });
  const response = await call(server, "/a", { headers: { ...base, ...(headers as Record<string, string>) } });
  expect(await statusAndCode(response)).toEqual([status, code]);
  expect(upstream.arrived).toEqual([]);
});

test("does not forward the access code @S1", async () => {
  const { server, upstream } = await start((_request, response) => void response.end(), { CODE: "one" });
  const headers = { ...base, authorization: "Bearer nk-one", cookie: "a=b", "x-plugin-header-authorization": "Own" };
  expect((await call(server, "/a", { headers })).status).toBe(200);
  expect(upstream.arrived[0]?.headers).toMatchObject({ authorization: "Own" });
  expect(JSON.stringify(upstream.arrived)).not.toMatch(/nk-one|a=b|x-base-url/);
});

test("the operator can disable the relay", async () => {
  const { server } = await start((_request, response) => void response.end(), { DISABLE_PLUGIN_PROXY: "1" });
  expect(await statusAndCode(await call(server, "/a"))).toEqual([404, "not-found"]);
});

test.each([301, 302, 303, 307, 308])("a redirect with %i is an error @O4.3", async (status) => {
  const { server, upstream } = await start((_request, response) => {
    response.writeHead(status, { location: "https://evil.example" }).end("moved");
  });
  const response = await call(server, "/a");
  expect(response.headers.get("location")).toBeNull();
  expect([...(await statusAndCode(response)), upstream.arrived.length]).toEqual([502, "server", 1]);
});

test("returns an HTML page as text that runs nothing @O4.7", async () => {
  const { server } = await start((_request, response) => {
    response.writeHead(404, { "content-type": "text/html", "set-cookie": "a=b" }).end("<script>alert(1)</script>");
  });
  const response = await call(server, "/a");
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    404,
    "text/plain",
    "<script>alert(1)</script>",
  ]);
  expect([response.headers.get("content-security-policy"), response.headers.get("set-cookie")]).toEqual([
    "default-src 'none'; sandbox",
    null,
  ]);
});

test.each([
  ["with a content length", "a".repeat(10_000_001)],
  ["of unknown length", new Blob(["a".repeat(10_000_001)]).stream()],
])("rejects a body above 10 MB %s before anything is sent", async (_, body) => {
  const { server, upstream } = await start((_request, response) => void response.end());
  const init = { method: "POST", headers: base, body, duplex: "half" };
  const response = await pluginProxyRoute(new Request("http://chat.example/api/proxy/a", init), server);
  expect(await statusAndCode(response)).toEqual([413, "too-large"]);
  expect(upstream.arrived).toEqual([]);
});

test("rejects a response above 20 MB by its content length, or cuts it off", async () => {
  const piece = "a".repeat(1_000_000);
  const isClosed = signalOf();
  const { server } = await start((request, response) => {
    if (request.url === "/said") return void response.writeHead(200, { "content-length": 20_000_001 }).write("a");
    response.on("close", () => isClosed.give());
    for (let count = 0; count < 21; count++) response.write(piece);
  });
  expect(await statusAndCode(await call(server, "/said"))).toEqual([502, "too-large"]);
  await expect((await call(server, "/unsaid")).text()).rejects.toThrow();
  await isClosed.given;
});

test("times out if a server does not respond in two minutes, and fails at once if it is unreachable", async () => {
  const isAsked = signalOf();
  const { server, env, upstream } = await start(() => isAsked.give());
  const answer = call(server, "/a");
  await isAsked.given;
  await env.advance(120_000);
  expect(await statusAndCode(await answer)).toEqual([504, "timeout"]);
  await upstream.close();
  expect(await statusAndCode(await call(server, "/a"))).toEqual([502, "network"]);
});

test.each([
  ["text that is silent for a minute", "text/plain", 60_000],
  ["events that are silent for ten", "text/event-stream", 600_000],
])("cuts off %s", async (_, type, ms) => {
  const { server, env } = await start((_request, response) => {
    response.writeHead(200, { "content-type": type }).write("data: one\n\n");
  });
  const reader = (await call(server, "/a")).body?.getReader();
  await reader?.read();
  let isOver = false;
  const rest = reader?.read().catch(() => (isOver = true));
  await env.advance(ms - 1);
  expect(isOver).toBe(false);
  await env.advance(1);
  await rest;
  expect(isOver).toBe(true);
});

test("a listed origin may send a preflight with plugin headers, and read the headers of a session", async () => {
  const listed = { origin: "https://other.example" };
  const { server } = await start((_request, response) => void response.end(), { ALLOWED_ORIGINS: listed.origin });
  const asked = "x-base-url,X-Plugin-Header-X-Key,mcp-session-id,x-forwarded-for";
  const headers = { ...listed, "access-control-request-headers": asked };
  const preflight = await call(server, "/a", { method: "OPTIONS", headers });
  expect(preflight.headers.get("access-control-allow-headers")).toBe(
    "content-type, x-api-key, api-key, x-goog-api-key, authorization, x-base-url, x-plugin-header-x-key, mcp-session-id",
  );
  const response = await call(server, "/a", { headers: { ...base, ...listed } });
  expect([response.status, response.headers.get("access-control-expose-headers")]).toEqual([
    200,
    [...rateHeaderNames, "mcp-session-id", "x-upstream-www-authenticate"].join(", "),
  ]);
});
