import type { ToolOutcome } from "@/lib/chat/tool";
import type { PluginCall } from "@/lib/tools/openapi/build-call";
import { createSendPluginCall } from "@/lib/tools/send-plugin-call";
import { type FakeAnswer, fakeEnvironment } from "@/test/support/fake-environment";

const server = "https://tides.test/v1";
const relay = { url: "/api/proxy", headers: { Authorization: "Bearer nk-code" } };
const get: PluginCall = { method: "GET", path: "/now?at=1", headers: { "X-Key": "k", Cookie: "s=1" } };
const form: PluginCall = {
  method: "POST",
  path: "/pay",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: "sum=1",
};
const json: PluginCall = { ...form, headers: { "Content-Type": "application/json" }, body: "{}" };

/** What a browser throws when a server does not let a page read its answer. */
const closed: FakeAnswer = () => {
  throw new TypeError("Failed to fetch");
};
const open = () => new Response("high", { headers: { "content-type": "text/plain" } });

function setUp(responses: readonly FakeAnswer[], { hasRelay = true } = {}) {
  const env = fakeEnvironment({ responses });
  const send = createSendPluginCall({ env, relay: () => (hasRelay ? relay : undefined) });
  const controller = new AbortController();
  const options = { server, usesRelay: false, signal: controller.signal, onProgress: () => {} };
  return { env, controller, send: (call: PluginCall, usesRelay = false) => send(call, { ...options, usesRelay }) };
}

test("sends a call directly to its server, without cookies and referrer", async () => {
  const { env, send } = setUp([open()]);
  expect(await send(get)).toEqual({ text: "high" });
  expect(env.calls).toEqual([
    {
      url: "https://tides.test/v1/now?at=1",
      init: {
        method: "GET",
        headers: { "X-Key": "k" },
        credentials: "omit",
        referrerPolicy: "no-referrer",
        redirect: "error",
        signal: expect.any(AbortSignal),
      },
    },
  ]);
});

const relayedGet = {
  url: "/api/proxy/now?at=1",
  init: {
    method: "GET",
    redirect: "error",
    headers: {
      Authorization: "Bearer nk-code",
      "X-Base-URL": server,
      "X-Plugin-Header-X-Key": "k",
      "X-Plugin-Header-Cookie": "s=1",
    },
    signal: expect.any(AbortSignal),
  },
};

test("uses the relay for a server without CORS, and for later calls without trying the server first", async () => {
  const { env, send } = setUp([closed, open(), open()]);
  expect(await send(get)).toEqual({ text: "high" });
  expect(await send(get)).toEqual({ text: "high" });
  expect(env.calls.map(({ url }) => url)).toEqual([
    "https://tides.test/v1/now?at=1",
    "/api/proxy/now?at=1",
    "/api/proxy/now?at=1",
  ]);
  expect(env.calls[2]).toEqual(relayedGet);
});

test("does not retry a failed call to a server that has responded before, because it may have been executed", async () => {
  const { env, send } = setUp([open(), closed]);
  await send(get);
  expect(await send(json)).toEqual({ text: "Failed to fetch", problem: "network" });
  expect(env.calls).toHaveLength(2);
});

test("uses the relay at once for a plugin that requires it", async () => {
  const { env, send } = setUp([open()]);
  await send(get, true);
  expect(env.calls).toEqual([relayedGet]);
});

test.each([
  ["/now/?at=1", "/api/proxy?at=1", `${server}/now/`],
  ["/", "/api/proxy", `${server}/`],
])(
  "sends a path with a trailing slash, %s, as part of the base, because our server would remove the slash",
  async (path, url, base) => {
    const { env, send } = setUp([open()]);
    await send({ ...get, path }, true);
    expect(env.calls[0]).toEqual({
      url,
      init: { ...relayedGet.init, headers: { ...relayedGet.init.headers, "X-Base-URL": base } },
    });
  },
);

test("sends a call once, through the relay, if it may be executed although its response cannot be read", async () => {
  const { env, send } = setUp([open()]);
  await send(form);
  expect(env.calls.map(({ url }) => url)).toEqual(["/api/proxy/pay"]);
  expect(env.calls[0]?.init.headers).toEqual({
    Authorization: "Bearer nk-code",
    "X-Base-URL": server,
    "Content-Type": "application/x-www-form-urlencoded",
  });
});

test("may retry a call that the browser preflights", async () => {
  const { env, send } = setUp([closed, open()]);
  expect(await send(json)).toEqual({ text: "high" });
  expect(env.calls).toHaveLength(2);
});

test("reports a server without CORS as unreachable if there is no relay", async () => {
  const { send } = setUp([closed], { hasRelay: false });
  expect(await send(get)).toEqual({ text: "Failed to fetch", problem: "network" });
});

test("lets the browser encode a multipart form", async () => {
  const { env, send } = setUp([open()]);
  await send(
    {
      method: "POST",
      path: "/file",
      headers: {},
      body: {
        form: [
          ["name", "Rex"],
          ["tag", "a"],
        ],
      },
    },
    true,
  );
  const body = env.calls[0]?.init.body;
  expect(body instanceof FormData && [...body.entries()]).toEqual([
    ["name", "Rex"],
    ["tag", "a"],
  ]);
});

const typed = (body: BodyInit | null, type: string, status = 200) =>
  new Response(body, { status, headers: { "content-type": type } });

test.each<[string, Response, ToolOutcome]>([
  ["JSON", typed('{"a":1}', "application/json; charset=utf-8"), { text: '{"a":1}' }],
  ["a JSON subtype", typed("{}", "application/problem+json"), { text: "{}" }],
  ["a page", typed("<h1>Hi</h1>", "text/html"), { text: "<h1>Hi</h1>" }],
  ["nothing", new Response(null, { status: 204 }), { text: "HTTP 204" }],
  ["an error", typed("no such tide", "text/plain", 404), { text: "HTTP 404\nno such tide", problem: "failed" }],
  ["a redirect", new Response(null, { status: 302 }), { text: "HTTP 302", problem: "failed" }],
  ["an image", typed("png", "image/png"), { text: "HTTP 200, image/png", problem: "not-text" }],
  ["bytes without a type", new Response(new Uint8Array([1, 0, 2])), { text: "HTTP 200", problem: "not-text" }],
  ["too many bytes", typed("x".repeat(2_000_001), "text/plain"), { text: "HTTP 200", problem: "too-large" }],
])("reads a response of %s", async (_name, response, outcome) => {
  const { send } = setUp([response]);
  expect(await send(get)).toEqual(outcome);
});

/** A server that is connected to and never answers. */
const silent: FakeAnswer = ({ init }) =>
  new Promise((_resolve, reject) => {
    init.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")));
  });

test("times out after two minutes if the server never responds", async () => {
  const { env, send } = setUp([silent]);
  const outcome = send(get);
  await env.advance(120_000);
  expect(await outcome).toEqual({ text: "", problem: "timeout" });
  expect(env.calls).toHaveLength(1);
});

test("a stop ends the call at once, without using the relay", async () => {
  const { env, controller, send } = setUp([silent]);
  const outcome = send(get);
  controller.abort();
  expect(await outcome).toEqual({ text: "", problem: "stopped" });
  expect(env.calls).toHaveLength(1);
});
