import { relayRoute } from "@/lib/server/relay-route";
import { bodyOf } from "../../support/local-upstream";
import { type Answer, call, closeUpstreams, ok, own, requestTo, start, statusAndBody } from "../../support/relay-calls";

afterEach(closeUpstreams);

test.each<[string, Answer, string]>([
  [
    "breaks off",
    (_, response) => {
      response.write("data: one\n\n", () => response.destroy());
    },
    "UND_ERR_SOCKET",
  ],
  [
    "has an invalid chunk",
    (_, response) => {
      response.write("data: one\n\n", () => response.socket?.end("words of a reply\r\n"));
    },
    "HPE_INVALID_CHUNK_SIZE",
  ],
])("a reply that %s ends on both sides, with one line in the log", async (_name, answer, code) => {
  const { server } = await start(answer);
  const reading = (await call(server, { headers: own })).text();
  await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  expect(server.lines).toEqual([`Relay: a reply broke off (${code}).`]);
});

test("only forwards listed headers, and sends the credential in the provider's format @O4.6", async () => {
  const { server, upstream } = await start(ok, { OPENAI_ORG_ID: "org-1" });
  await call(server, {
    headers: {
      accept: "text/event-stream",
      "content-type": "application/json; charset=utf-8",
      authorization: "Bearer sk-own",
      cookie: "session=1",
      forwarded: "for=203.0.113.7",
      "x-forwarded-for": "203.0.113.7",
      "x-forwarded-host": "evil.example",
      "x-real-ip": "203.0.113.7",
      "proxy-authorization": "Basic hidden",
      "openai-organization": "org-of-the-caller",
      "x-middleware-subrequest": "middleware",
      referer: "http://chat.example/chat",
      "x-anything": "1",
    },
  });
  const addedByFetch = [
    "connection",
    "host",
    "accept-language",
    "sec-fetch-mode",
    "user-agent",
    "accept-encoding",
    "transfer-encoding",
    "cache-control",
    "pragma",
  ];
  const sent = Object.entries(upstream.arrived[0]?.headers ?? {}).filter(([name]) => !addedByFetch.includes(name));
  expect(Object.fromEntries(sent)).toEqual({
    accept: "text/event-stream",
    "content-type": "application/json",
    authorization: "Bearer sk-own",
  });
  expect(upstream.arrived[0]?.headers.host).toBe(new URL(upstream.url).host);
});

test("only returns listed headers, and a reply cannot be a document of our origin @H5.5 @O4.7", async () => {
  const { server } = await start((_, response) => {
    response.writeHead(429, {
      "content-type": "application/json; charset=utf-8",
      "retry-after": "7",
      "retry-after-ms": "6500",
      "x-request-id": "request-1",
      "x-ratelimit-remaining-tokens": "12",
      "set-cookie": "session=1",
      "www-authenticate": "Basic",
      "access-control-allow-origin": "*",
      "clear-site-data": '"*"',
      "service-worker-allowed": "/",
      "content-disposition": "attachment",
      "cache-control": "public, max-age=900",
      "openai-organization": "org-of-the-operator",
      "content-security-policy": "default-src *",
      "x-frame-options": "ALLOWALL",
      link: "<https://evil.example>; rel=preload",
      refresh: "0; url=https://evil.example",
    });
    response.end('{"error":{"message":"slow down"}}');
  });
  const response = await call(server, { headers: own });
  expect(response.status).toBe(429);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/json; charset=utf-8",
    "retry-after": "7",
    "retry-after-ms": "6500",
    "x-request-id": "request-1",
    "x-ratelimit-remaining-tokens": "12",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    vary: "origin",
  });
  expect(await response.json()).toEqual({ error: { message: "slow down" } });
});

test.each([
  ["text/html; charset=utf-8", "application/octet-stream"],
  ["image/svg+xml", "application/octet-stream"],
  ["application/xml", "application/octet-stream"],
  ["application/javascript", "application/octet-stream"],
  ["application/octet-stream", "application/octet-stream"],
  ["application/json, text/html", "application/octet-stream"],
  ["", "application/octet-stream"],
  ["Application/JSON; Charset=UTF-8; boundary=x", "application/json; charset=utf-8"],
  ["application/problem+json", "application/problem+json"],
  ["text/event-stream", "text/event-stream"],
  ["text/plain; charset=gbk", "text/plain; charset=gbk"],
  ["audio/mpeg", "audio/mpeg"],
  ["image/png", "image/png"],
])("a reply of the type %j is returned as %j @O4.7", async (type, passed) => {
  const { server } = await start((_, response) => {
    if (type) response.setHeader("content-type", type);
    response.end("<script>alert(1)</script>");
  });
  const response = await call(server, { headers: own });
  expect(response.headers.get("content-type")).toBe(passed);
  expect(await response.text()).toBe("<script>alert(1)</script>");
});

test("decodes a compressed reply and removes its encoding header", async () => {
  const { gzipSync } = await import("node:zlib");
  const { server } = await start((_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync('{"a":1}'));
  });
  const response = await call(server, { headers: own });
  expect([response.headers.get("content-encoding"), await response.json()]).toEqual([null, { a: 1 }]);
});

test.each([200, 201, 204, 400, 403, 404, 418, 500, 503, 529])("returns the status %d", async (status) => {
  const { server } = await start((_, response) => void response.writeHead(status).end());
  expect((await call(server, { headers: own })).status).toBe(status);
});

test.each([301, 302, 303, 304, 307, 308])("neither follows nor returns the redirect %d @O4.3", async (status) => {
  const { server, upstream } = await start((request, response) => {
    if (request.url === "/elsewhere") return void response.end("reached");
    response.writeHead(status, { location: "/elsewhere" }).end();
  });
  const response = await call(server, { headers: own });
  expect(response.headers.get("location")).toBeNull();
  expect(await statusAndBody(response)).toEqual([
    502,
    { error: { code: "server", message: "The provider responded with a redirect." } },
  ]);
  expect(upstream.arrived.map(({ url }) => url)).toEqual(["/v1/chat/completions"]);
});

test("accepts a body of the maximum size and rejects one more byte, with and without a content length @C3.6", async () => {
  const { server } = await start(
    async (request, response) => {
      const { length } = await bodyOf(request);
      response.end(JSON.stringify({ length }));
    },
    { MAX_BODY_BYTES: "10" },
  );
  const streamed = (size: number) => new Blob(["x".repeat(size)]).stream();
  const announced = (size: number) => ({ ...own, "content-length": String(size) });
  const tooLarge = { error: { code: "too-large", message: "The request is too large." } };
  expect(await statusAndBody(await call(server, { headers: own, body: streamed(10) }))).toEqual([200, { length: 10 }]);
  expect(await statusAndBody(await call(server, { headers: own, body: streamed(11) }))).toEqual([413, tooLarge]);
  expect(await statusAndBody(await call(server, { headers: announced(11), body: streamed(11) }))).toEqual([
    413,
    tooLarge,
  ]);
  expect(await statusAndBody(await call(server, { headers: announced(5), body: streamed(11) }))).toEqual([
    413,
    tooLarge,
  ]);
});

test.each(["text/plain", "multipart/form-data; boundary=x", "application/jsonp"])(
  "rejects a body of the type %j",
  async (type) => {
    const { server, upstream } = await start(ok);
    const response = await call(server, { headers: { ...own, "content-type": type } });
    expect(await statusAndBody(response)).toEqual([
      415,
      { error: { code: "not-supported", message: "The content type must be application/json." } },
    ]);
    expect(upstream.arrived).toEqual([]);
  },
);

test("responds to OPTIONS itself, without a call to the provider", async () => {
  const { server, upstream } = await start(ok, { CODE: "right", ACME_API_KEY: "sk-server" });
  const response = await call(server, { method: "OPTIONS", headers: { authorization: "Bearer nk-right" } });
  expect([response.status, response.headers.get("allow"), upstream.arrived]).toEqual([204, "GET, POST", []]);
});

test.each([
  ["a code", { authorization: "Bearer nk-right" }, '{"model":"acme-1"}', 200],
  ["an own key", { "x-api-key": "sk-own" }, '{"model":"acme-1"}', 200],
  ["an own key, and it is no JSON", { "x-api-key": "sk-own" }, "model=acme-1", 415],
  ["nothing that a form of another site cannot send", {}, '{"model":"acme-1"}', 415],
  ["what a browser sends by itself to a proxy", { authorization: "Basic YTpi" }, '{"model":"acme-1"}', 415],
])(
  "a JSON body declared as a form is treated as JSON if there is a key or a code: %s",
  async (_name, headers, body, status) => {
    const seen: unknown[] = [];
    const { server } = await start(
      async (request, response) => {
        seen.push([request.headers["content-type"], await bodyOf(request)]);
        response.end("{}");
      },
      { CODE: _name === "a code" ? "right" : "", ACME_API_KEY: "sk-server" },
    );
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const response = await call(server, { headers: { ...type, ...(headers as Record<string, string>) }, body });
    expect([response.status, seen]).toEqual([status, status === 200 ? [["application/json", body]] : []]);
  },
);

test.each(["PUT", "PATCH", "DELETE", "HEAD"])("rejects the method %s", async (method) => {
  const { server, upstream } = await start(ok);
  const response = await call(server, { method, headers: own, body: method === "PUT" ? "{}" : null });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, POST"]);
  expect(upstream.arrived).toEqual([]);
});

test.each([
  ["the method of the list is part of it", { method: "GET", path: "acme/v1/chat/completions" }, 403],
  ["nor is there a POST where a GET is listed", { path: "acme/v1/models" }, 403],
  ["a path that is not listed", { path: "acme/v1/files" }, 403],
  ["a path below a listed one", { path: "acme/v1/chat/completions/1" }, 403],
  ["a path above a listed one", { path: "acme/v1/chat" }, 403],
  ["other letters", { path: "acme/V1/Chat/Completions" }, 403],
  ["an unknown provider", { path: "nobody/v1/chat/completions" }, 404],
  ["a provider on the user's own computer", { method: "GET", path: "local/v1/models" }, 404],
  ["an inherited name", { path: "__proto__/v1/chat/completions" }, 404],
  ["a dot segment", { path: "acme/v1/x/%2e%2e/chat/completions" }, 200],
  ["a dot segment that leads out", { path: "acme/v1/chat/completions/%2e%2e/%2e%2e/files" }, 403],
  ["an encoded separator", { path: "acme/v1%2fchat%2fcompletions" }, 403],
  ["an encoded separator in the middle", { path: "acme/v1/chat%2Fcompletions" }, 403],
  ["an encoded backslash", { path: "acme/v1%5cchat%5ccompletions" }, 403],
  ["a doubly encoded letter", { path: "acme/v1/chat/completion%2573" }, 403],
  ["a doubled slash", { path: "acme//v1/chat/completions" }, 403],
  ["a slash at the end", { path: "acme/v1/chat/completions/" }, 403],
  ["a null at the end", { path: "acme/v1/chat/completions%00" }, 403],
  ["an address as the path", { path: "acme/https:%2f%2fevil.example/v1/chat/completions" }, 403],
  ["a user part", { path: "acme/@evil.example/v1/chat/completions" }, 403],
])("paths: %s @C3.5 @O4.5", async (_, parts, status) => {
  const { server, upstream } = await start(ok);
  const response = await call(server, { headers: own, ...parts });
  expect(response.status).toBe(status);
  expect(upstream.arrived.map(({ url }) => url)).toEqual(status === 200 ? ["/v1/chat/completions"] : []);
});

test("rejects a separator that the router has decoded, by the original URL", async () => {
  const { server, upstream } = await start(ok);
  for (const path of ["acme/v1%2fchat/completions", "acme/v1%5Cchat/completions", "acme/v1%252fchat/completions"]) {
    const response = await relayRoute(requestTo({ path, headers: own }), "acme", ["v1", "chat", "completions"], server);
    expect(response.status).toBe(403);
  }
  expect(upstream.arrived).toEqual([]);
});

test("rejects segments that the router would not return", async () => {
  const { server, upstream } = await start(ok);
  for (const path of [
    ["v1", "..", "v1", "chat", "completions"],
    ["v1\\chat\\completions"],
    ["v1/chat/completions"],
    [],
    [""],
  ]) {
    expect((await relayRoute(requestTo({ headers: own }), "acme", path, server)).status).toBe(403);
  }
  expect(upstream.arrived).toEqual([]);
});

test("keeps listed query parameters only, without those that the router adds", async () => {
  const { server, upstream } = await start(ok);
  await call(server, { method: "GET", path: "acme/v1/models?limit=1&x=2&after=%26&limit=9", headers: own });
  await call(server, { method: "GET", path: "acme/v1/models?provider=acme&path=v1&path=models", headers: own });
  await call(server, { method: "GET", path: "acme/dashboard/billing/usage?start_date=2026-01-01", headers: own });
  await call(server, { path: "acme/v1/chat/completions?key=1", headers: own });
  await call(server, { method: "GET", path: "acme/v1/voices?x=1", headers: own });
  expect(upstream.arrived.map(({ url }) => url)).toEqual([
    "/v1/models?limit=1&after=%26",
    "/v1/models",
    "/dashboard/billing/usage?start_date=2026-01-01",
    "/v1/chat/completions",
    "/v1/voices",
  ]);
});

test.each([
  ["is no text", () => new Uint8Array([0xff, 0xfe])],
  ["is no list", () => "{}"],
  ["is too long", () => " ".repeat(10_000_001)],
])("a model list that must be filtered and %s is the provider's error", async (_name, list) => {
  const { server } = await start((_, response) => void response.end(list()), { DISABLE_GPT4: "1", ACME_API_KEY: "sk" });
  expect((await call(server, { method: "GET", path: "acme/v1/models" })).status).toBe(502);
});
