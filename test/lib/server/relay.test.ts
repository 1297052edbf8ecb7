import type { IncomingMessage, ServerResponse } from "node:http";
import { endpoint } from "@/lib/fields/fields";
import { refuse } from "@/lib/server/error-response";
import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "../../support/fake-environment";
import { bodyOf, type LocalUpstream, signalOf, startUpstream } from "../../support/local-upstream";
import { acme, testServer } from "../../support/test-server";

const upstreams: LocalUpstream[] = [];

afterEach(async () => {
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/**
 * Starts an upstream and a server whose providers are all there; the network is real, but that the providers' public
 * addresses lead to the upstream as well, and the time stands still.
 */
async function start(answer: Answer, variables: Variables = {}) {
  const upstream = await startUpstream(answer);
  upstreams.push(upstream);
  const publicAddress = /^https:\/\/api\.(\w+\.example|openai\.com)(?=\/)/;
  const env = fakeEnvironment({ responses: ({ url, init }) => fetch(url.replace(publicAddress, upstream.url), init) });
  const addresses = {
    ACME_URL: upstream.url,
    HEADED_URL: upstream.url,
    PAIRED_URL: upstream.url,
    KEYLESS_URL: upstream.url,
  };
  const server = testServer(env, { ...addresses, ...variables });
  return { upstream, env, server };
}

interface Call {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit | null;
  readonly signal?: AbortSignal;
}

/** Makes a request as a browser would, to `/api/{provider}/{path}`. */
function requestTo({ path = "acme/v1/chat/completions", method = "POST", headers = {}, body, signal }: Call): Request {
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body ?? (method === "POST" ? "{}" : null),
    duplex: "half",
    ...(signal ? { signal } : {}),
  };
  return new Request(`http://chat.example/api/${path}`, init);
}

/** Calls the route as the router does: it cuts the path and decodes its segments. */
function call(server: ReturnType<typeof testServer>, parts: Call): Promise<Response> {
  const request = requestTo(parts);
  const [id = "", ...path] = new URL(request.url).pathname.split("/").slice(2).map(decodeURIComponent);
  return relayRoute(request, id, path, server);
}

async function statusAndBody(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

const ok: Answer = (_, response) => void response.end("{}");
const own = { authorization: "Bearer sk-own" };

test("streams chunk by chunk: the next one is sent only after the last one was read", async () => {
  const isRead = [signalOf(), signalOf()];
  const { server } = await start(async (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: one\n\n");
    await isRead[0]?.given;
    response.write("data: two\n\n");
    await isRead[1]?.given;
    response.end("data: [DONE]\n\n");
  });
  const response = await call(server, { headers: own });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await reader?.read()).toEqual({ done: false, value: "data: one\n\n" });
  isRead[0]?.give();
  expect(await reader?.read()).toEqual({ done: false, value: "data: two\n\n" });
  isRead[1]?.give();
  expect(await reader?.read()).toEqual({ done: false, value: "data: [DONE]\n\n" });
  expect(await reader?.read()).toEqual({ done: true, value: undefined });
});

test("streams a request's body before it is complete", async () => {
  const hasArrived = signalOf<string>();
  const { server } = await start(async (request, response) => {
    request.once("data", (chunk) => hasArrived.give(String(chunk)));
    const body = await bodyOf(request);
    response.end(JSON.stringify({ body }));
  });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode('{"a":'));
      expect(await hasArrived.given).toBe('{"a":');
      controller.enqueue(encoder.encode("1}"));
      controller.close();
    },
  });
  expect(await (await call(server, { headers: own, body })).json()).toEqual({ body: '{"a":1}' });
});

test("a caller that disconnects in mid-stream ends the upstream call @O4.8", async () => {
  const isClosed = signalOf();
  const { server } = await start((_, response) => {
    response.on("close", () => isClosed.give());
    response.write("data: one\n\n");
  });
  const caller = new AbortController();
  const response = await call(server, { headers: own, signal: caller.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  const rest = expect(reader?.read()).rejects.toThrow();
  caller.abort();
  await isClosed.given;
  await rest;
});

test("ends the upstream call if the reply is no longer read", async () => {
  const isClosed = signalOf();
  const { server } = await start((_, response) => {
    response.on("close", () => isClosed.give());
    response.write("data: one\n\n");
  });
  const response = await call(server, { headers: own });
  await response.body?.cancel();
  await isClosed.given;
  expect(response.status).toBe(200);
});

test("a caller that disconnects before the reply starts ends the upstream call @O4.8", async () => {
  const isReached = signalOf();
  const isClosed = signalOf();
  const { server } = await start((_, response) => {
    response.on("close", () => isClosed.give());
    isReached.give();
  });
  const caller = new AbortController();
  const response = call(server, { headers: own, signal: caller.signal });
  await isReached.given;
  caller.abort();
  await isClosed.given;
  expect((await response).status).toBe(502);
});

test("does not forward the call of a caller that has already disconnected", async () => {
  const { server, upstream } = await start(ok);
  expect((await call(server, { headers: own, signal: AbortSignal.abort() })).status).toBe(502);
  expect(upstream.arrived).toEqual([]);
});

test("a provider that does not respond within ten minutes times out @O4.8", async () => {
  const isReached = signalOf();
  const isClosed = signalOf();
  const { server, env } = await start((_, response) => {
    response.on("close", () => isClosed.give());
    isReached.give();
  });
  const response = call(server, { headers: own });
  await isReached.given;
  await env.advance(600_000);
  await isClosed.given;
  expect(await statusAndBody(await response)).toEqual([
    504,
    { error: { code: "timeout", message: "The provider did not respond in time." } },
  ]);
});

describe("a reply that has started", () => {
  const minutes = (count: number) => count * 60_000;

  /** Starts a reply whose pieces are sent when the test says so; `isClosed` is given when its connection ends. */
  async function startReply() {
    const isClosed = signalOf();
    const sending = signalOf<ServerResponse>();
    const { server, env } = await start((_, response) => {
      response.on("close", () => isClosed.give());
      response.flushHeaders();
      sending.give(response);
    });
    const response = await call(server, { headers: own });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    return { env, reader, isClosed: isClosed.given, upstream: await sending.given };
  }

  test("may take longer than ten minutes, as long as data arrives every ten minutes", async () => {
    const { env, reader, upstream } = await startReply();
    for (const piece of ["one", "two", "three", "four"]) {
      await env.advance(minutes(10) - 1);
      upstream.write(piece);
      expect(await reader?.read()).toEqual({ done: false, value: piece });
    }
    upstream.end();
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
  });

  test("is ended on both sides after ten minutes of silence @O4.8", async () => {
    const { env, reader, upstream, isClosed } = await startReply();
    upstream.write("one");
    await reader?.read();
    const rest = expect(reader?.read()).rejects.toThrow();
    await env.advance(minutes(10));
    await Promise.all([rest, isClosed]);
  });

  test("is ended if no data ever arrives", async () => {
    const { env, reader, isClosed } = await startReply();
    const rest = expect(reader?.read()).rejects.toThrow();
    await env.advance(minutes(10));
    await Promise.all([rest, isClosed]);
  });

  test("is ended on both sides after an hour, even if data arrives @O4.8", async () => {
    const { env, reader, upstream, isClosed } = await startReply();
    for (let count = 0; count < 11; count++) {
      await env.advance(minutes(5));
      upstream.write("more");
      expect(await reader?.read()).toEqual({ done: false, value: "more" });
    }
    const rest = expect(reader?.read()).rejects.toThrow();
    await env.advance(minutes(5));
    await Promise.all([rest, isClosed]);
  });

  test.each<[string, Answer, (response: Response) => Promise<unknown>]>([
    ["was read completely", (_, response) => void response.end("{}"), (response) => response.text()],
    ["is no longer read", (_, response) => void response.write("one"), async (response) => response.body?.cancel()],
    [
      "broke",
      (_, response) => void response.write("one", () => response.destroy()),
      (response) => expect(response.text()).rejects.toThrow(),
    ],
  ])("leaves no timer running once it %s", async (_name, answer, end) => {
    const { server, env } = await start(answer);
    const delays: (AbortSignal | undefined)[] = [];
    const watched = {
      ...env,
      delay: (ms: number, signal?: AbortSignal) => {
        delays.push(signal);
        return env.delay(ms, signal);
      },
    };
    await end(await call({ ...server, env: watched }, { headers: own }));
    await env.advance(0);
    expect(delays.map((signal) => signal?.aborted)).toEqual([true, true]);
  });
});

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

test("a response that is not HTTP is one line in the log", async () => {
  const { server } = await start((_, response) => void response.socket?.end("HTTP/1.1 words\r\n\r\n"));
  expect((await call(server, { headers: own })).status).toBe(502);
  expect(server.lines).toEqual([expect.stringMatching(/^Relay: a reply is not HTTP \(HPE_[A-Z_]+\)\.$/)]);
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

test("reports an unreachable provider without its address", async () => {
  const { server, upstream } = await start(ok);
  await upstream.close();
  expect(await statusAndBody(await call(server, { headers: own }))).toEqual([
    502,
    { error: { code: "network", message: "The provider could not be reached." } },
  ]);
  expect(server.lines).toEqual([]);
});

test("keeps the kind of an error of the server's own proxy", async () => {
  const { server } = await start(ok);
  const env = { ...server.env, fetch: () => Promise.reject(refuse("misconfigured")) };
  expect(await statusAndBody(await call({ ...server, env }, { headers: own }))).toEqual([
    500,
    { error: { code: "server", message: "The server is not configured for this provider." } },
  ]);
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

describe("credentials", () => {
  const withCode = { CODE: "code-1,code-2" };
  const withKey = { ACME_API_KEY: "sk-server" };
  const noOwn = { HIDE_USER_API_KEY: "1" };
  const code = { authorization: "Bearer nk-code-2" };
  const wrong = { authorization: "Bearer nk-guess" };
  const forbidden = "you are not allowed to access with your own api key";

  test.each([
    ["nothing at all", {}, {}, 401, "auth"],
    ["a server key, open to all", withKey, {}, 200, "Bearer sk-server"],
    ["a server key and an own key", withKey, own, 200, "Bearer sk-own"],
    ["an own key in another header", withKey, { "x-api-key": "sk-own" }, 200, "Bearer sk-own"],
    ["an own key alone", {}, own, 200, "Bearer sk-own"],
    ["a code is needed and missing", { ...withCode, ...withKey }, {}, 401, "empty access code"],
    [
      "a code is needed and empty",
      { ...withCode, ...withKey },
      { authorization: "Bearer nk-" },
      401,
      "empty access code",
    ],
    ["a code is needed and wrong", { ...withCode, ...withKey }, wrong, 401, "wrong access code"],
    ["a code is needed and right", { ...withCode, ...withKey }, code, 200, "Bearer sk-server"],
    ["a code in another header", { ...withCode, ...withKey }, { "api-key": "nk-code-1" }, 200, "Bearer sk-server"],
    ["a code that nobody asked for is not sent on", withKey, wrong, 200, "Bearer sk-server"],
    ["a right code without a server key", withCode, code, 401, "auth"],
    ["an own key stands in for the code", { ...withCode, ...withKey }, own, 200, "Bearer sk-own"],
    [
      "an own key beside a right code is used",
      { ...withCode, ...withKey },
      { ...code, "x-api-key": "sk-own" },
      200,
      "Bearer sk-own",
    ],
    [
      "an own key beside a wrong code",
      { ...withCode, ...withKey },
      { ...wrong, "x-goog-api-key": "sk-own" },
      200,
      "Bearer sk-own",
    ],
    ["own keys are forbidden", { ...withKey, ...noOwn }, own, 401, forbidden],
    ["own keys are forbidden in every header", { ...withKey, ...noOwn }, { "x-goog-api-key": "k" }, 401, forbidden],
    [
      "own keys are forbidden beside a code",
      { ...withCode, ...withKey, ...noOwn },
      { ...code, "api-key": "k" },
      401,
      forbidden,
    ],
    ["a code where own keys are forbidden", { ...withCode, ...withKey, ...noOwn }, code, 200, "Bearer sk-server"],
    ["two tokens in one header", withKey, { authorization: "Bearer sk-own, Bearer nk-code-1" }, 400, "bad-request"],
  ])("%s @A2.1 @A2.2 @A2.3 @A2.7", async (_, variables, headers, status, outcome) => {
    const { server, upstream } = await start(ok, variables as Variables);
    const response = await call(server, { headers: headers as Record<string, string> });
    expect(response.status).toBe(status);
    const [arrived] = upstream.arrived;
    if (status === 200) {
      expect(arrived?.headers.authorization).toBe(outcome);
      expect(JSON.stringify(arrived?.headers)).not.toMatch(/nk-|code|guess/);
    } else {
      expect(arrived).toBeUndefined();
      // The bodies of old are told to the letter.
      const { error, ...rest } = (await response.json()) as { error: true | { code: string } };
      expect(error === true ? rest : error.code).toEqual(error === true ? { msg: outcome } : outcome);
    }
  });

  test("a provider without keys gets none, whatever the caller sends", async () => {
    const { server, upstream } = await start(ok, withKey);
    const get = { method: "GET", path: "keyless/v1/models" };
    expect((await call(server, get)).status).toBe(200);
    expect((await call(server, { ...get, headers: own })).status).toBe(200);
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  test("a provider without keys requires the access code as well @A2.1 @A2.7", async () => {
    const { server } = await start(ok, withCode);
    expect((await call(server, { method: "GET", path: "keyless/v1/models" })).status).toBe(401);
  });

  test("never sends a key to another provider @S3", async () => {
    const { server, upstream } = await start(ok, withKey);
    expect((await call(server, { path: "headed/v1/messages" })).status).toBe(401);
    expect(upstream.arrived).toEqual([]);
  });

  test("sends a bearer token in the provider's header", async () => {
    const { server, upstream } = await start(ok, { HEADED_API_KEY: "sk-server" });
    await call(server, { path: "headed/v1/messages", headers: own });
    await call(server, { path: "headed/v1/messages" });
    expect(upstream.arrived.map(({ headers }) => [headers["x-api-key"], headers.authorization])).toEqual([
      ["sk-own", undefined],
      ["sk-server", undefined],
    ]);
  });

  test("picks one of several keys for each call", async () => {
    const { server, upstream, env } = await start(ok, { PAIRED_ID: "a,b,c", PAIRED_SECRET: "x,y,z" });
    for (const random of [0, 0.5, 0.999]) {
      const loaded = { ...server, env: { ...env, random: () => random } };
      await call(loaded, { path: "paired/v1/chat/completions" });
    }
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer a:x",
      "Bearer b:y",
      "Bearer c:z",
    ]);
  });

  describe("with several keys", () => {
    const keys = { ACME_API_KEY: "sk-one,sk-two,sk-three" };
    const keyOf = ({ headers }: { headers: IncomingMessage["headers"] }) => headers.authorization?.slice(7);

    /** Rejects all keys but one. */
    const accepts =
      (key: string, status: number, text = '{"error":{"message":"No."}}', bodies: string[] = []): Answer =>
      async (request, response) => {
        bodies.push(await bodyOf(request));
        if (keyOf(request) === key) return void response.end('{"ok":true}');
        response.writeHead(status, { "content-type": "application/json", "x-request-id": "r" }).end(text);
      };

    // The random number is 0.5, so the second key is the first one tried.
    test.each([
      [401, undefined],
      [402, undefined],
      [403, undefined],
      [429, undefined],
      [400, '[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]'],
    ])("the next one is tried after status %d, and the caller does not see it", async (status, text) => {
      const bodies: string[] = [];
      const { server, upstream } = await start(accepts("sk-one", status, text, bodies), keys);
      expect(await statusAndBody(await call(server, { body: '{"model":"tide"}' }))).toEqual([200, { ok: true }]);
      expect(upstream.arrived.map(keyOf)).toEqual(["sk-two", "sk-three", "sk-one"]);
      expect(bodies).toEqual(Array(3).fill('{"model":"tide"}'));
    });

    test.each([400, 404, 500, 529])("another failure is the caller's: %d", async (status) => {
      const { server, upstream } = await start(accepts("sk-one", status), keys);
      expect(await statusAndBody(await call(server, {}))).toEqual([status, { error: { message: "No." } }]);
      expect(upstream.arrived.map(keyOf)).toEqual(["sk-two"]);
    });

    test("if none is accepted, the caller gets the last answer, without the key", async () => {
      const limited = await start(accepts("none", 429, '{"error":{"message":"Slow down, sk-one."}}'), keys);
      expect(await statusAndBody(await call(limited.server, {}))).toEqual([
        429,
        { error: { message: "Slow down, ***." } },
      ]);
      const rejected = await start(accepts("none", 401), keys);
      expect((await statusAndBody(await call(rejected.server, {})))[0]).toBe(401);
      expect(rejected.upstream.arrived).toHaveLength(3);
    });

    test("at most five are tried", async () => {
      const many = Array.from({ length: 9 }, (_, index) => `sk-number-${index}`).join(",");
      const { server, upstream } = await start(accepts("none", 429), { ACME_API_KEY: many });
      expect((await call(server, {})).status).toBe(429);
      expect(upstream.arrived).toHaveLength(5);
    });

    test("a caller's own key is sent once", async () => {
      const { server, upstream } = await start(accepts("none", 429), keys);
      expect((await call(server, { headers: own })).status).toBe(429);
      expect(upstream.arrived.map(keyOf)).toEqual(["sk-own"]);
    });
  });

  test.each(["dashboard/billing/usage", "user/balance", "v1/user/info", "v1/credits"])(
    "%s is called with the server's key only if the operator allows it, and always with an own key",
    async (path) => {
      const balance = { method: "GET", path: `acme/${path}` };
      const closed = await start(ok, withKey);
      expect((await call(closed.server, balance)).status).toBe(403);
      expect((await call(closed.server, { ...balance, headers: own })).status).toBe(200);
      const open = await start(ok, { ...withKey, ENABLE_BALANCE_QUERY: "1" });
      expect((await call(open.server, balance)).status).toBe(200);
    },
  );

  test("hides a provider's refusal of the server's key, because it quotes the key @A2.6", async () => {
    const refuses: Answer = (_, response) => {
      response.writeHead(401, { "content-type": "application/json" });
      response.end('{"error":{"message":"Incorrect API key provided: sk-se***ver"}}');
    };
    const { server } = await start(refuses, withKey);
    expect(await statusAndBody(await call(server, {}))).toEqual([
      401,
      { error: { code: "auth", message: "The provider rejected the server's API key." } },
    ]);
    expect((await statusAndBody(await call(server, { headers: own })))[1]).toEqual({
      error: { message: "Incorrect API key provided: sk-se***ver" },
    });
  });

  test.each([
    ['{"code":"Bad","error":"Incorrect API key provided: sk-se***er."}', 401],
    ['[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]', 401],
    ['{"error":{"message":"The model is too old.","type":"invalid_request_error"}}', 400],
    ["no JSON", 400],
  ])("recognizes a refusal of the server's key with status 400 by its message: %s becomes %d", async (body, status) => {
    const { server } = await start((_, response) => void response.writeHead(400).end(body), withKey);
    const response = await call(server, {});
    const text = await response.text();
    expect([response.status, text.includes("sk-se")]).toEqual([status, false]);
    if (status === 400) expect(text).toBe(body);
  });

  test("returns a refusal of the caller's own key unchanged", async () => {
    const words = '{"error":"Incorrect API key provided: sk-o***n."}';
    const { server } = await start((_, response) => void response.writeHead(400).end(words), withKey);
    const response = await call(server, { headers: own });
    expect([response.status, await response.text()]).toEqual([400, words]);
  });

  test("sends the operator's organization only to OpenAI with the operator's key", async () => {
    const variables = { OPENAI_API_KEY: "sk-server", OPENAI_ORG_ID: "org-1" };
    const { server, upstream } = await start(ok, { ...variables, ...withKey });
    const config = readServerConfig({ ...variables, BASE_URL: upstream.url });
    const path = "openai/v1/chat/completions";
    await call({ ...server, config }, { path });
    await call({ ...server, config }, { path, headers: own });
    await call(server, {});
    expect(upstream.arrived.map(({ headers }) => [headers.authorization, headers["openai-organization"]])).toEqual([
      ["Bearer sk-server", "org-1"],
      ["Bearer sk-own", undefined],
      ["Bearer sk-server", undefined],
    ]);
  });

  test("sends an own key to the provider's public address, and the server's key to the operator's", async () => {
    const { server, env, upstream } = await start(ok, withKey);
    await call(server, { headers: own });
    await call(server, {});
    expect(env.calls.map(({ url }) => url)).toEqual([
      "https://api.acme.example/v1/chat/completions",
      `${upstream.url}/v1/chat/completions`,
    ]);
  });

  test("sends an own key for a provider without a public address nowhere", async () => {
    const { server, upstream } = await start(ok);
    const provider = { ...acme, fields: { ...acme.fields, url: endpoint("", "ACME_URL") } };
    const config = readServerConfig({ ACME_URL: upstream.url, ACME_API_KEY: "sk-server" }, [provider]);
    expect((await call({ ...server, config }, { headers: own })).status).toBe(400);
    expect((await call({ ...server, config }, {})).status).toBe(200);
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual(["Bearer sk-server"]);
  });

  test("an own key ignores an unusable address of the operator", async () => {
    const { server } = await start(ok, { ACME_URL: "ftp://hidden.example" });
    expect((await call(server, { headers: own })).status).toBe(200);
  });

  test("ignores and does not forward a credential for a proxy in front of the server", async () => {
    const { server, upstream } = await start(ok, { ...withCode, ...withKey });
    const basic = { authorization: "Basic dXNlcjpwYXNz" };
    expect((await call(server, { headers: basic })).status).toBe(401);
    expect((await call(server, { headers: { ...basic, "x-api-key": "nk-code-1" } })).status).toBe(200);
    expect(upstream.arrived.map(({ headers }) => headers.authorization)).toEqual(["Bearer sk-server"]);
  });

  test("rejects an unusable provider address without naming it, after the access check", async () => {
    const { server } = await start(ok, { ...withCode, ...withKey, ACME_URL: "ftp://hidden.example" });
    expect((await call(server, {})).status).toBe(401);
    expect(await statusAndBody(await call(server, { headers: code }))).toEqual([
      500,
      { error: { code: "server", message: "The server is not configured for this provider." } },
    ]);
  });
});

describe("wrong codes", () => {
  const variables = { CODE: "right", ACME_API_KEY: "sk-server", TRUST_PROXY: "1" };
  const from = (address: string, code: string) => ({
    headers: { authorization: `Bearer nk-${code}`, "x-forwarded-for": address },
  });

  test("the sixth wrong code of a minute blocks all codes, even right ones, until the minute is over @A2.5", async () => {
    const { server, env, upstream } = await start(ok, variables);
    for (let count = 0; count < 5; count++)
      expect((await call(server, from("203.0.113.7", `guess-${count}`))).status).toBe(401);
    const sixth = await call(server, from("203.0.113.7", "guess-5"));
    expect([sixth.headers.get("retry-after"), ...(await statusAndBody(sixth))]).toEqual([
      "60",
      429,
      { error: { code: "rate-limit", message: "Too many wrong access codes. Try again later." } },
    ]);
    expect((await call(server, from("203.0.113.7", "right"))).status).toBe(429);
    expect((await call(server, from("203.0.113.8", "right"))).status).toBe(200);
    await env.advance(60_000);
    expect((await call(server, from("203.0.113.7", "right"))).status).toBe(200);
    expect(upstream.arrived).toHaveLength(2);
  });

  test("counts codes that arrive at the same time one by one", async () => {
    const { server } = await start(ok, variables);
    const guesses = Array.from({ length: 20 }, (_, index) => call(server, from("203.0.113.7", `guess-${index}`)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(15).fill(429)]);
  });

  test("never counts right codes", async () => {
    const { server } = await start(ok, variables);
    const calls = Array.from({ length: 20 }, () => call(server, from("203.0.113.7", "right")));
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("without a declared proxy, a forged address does not reset the count @A2.5", async () => {
    const { server } = await start(ok, { ...variables, TRUST_PROXY: "" });
    for (let count = 0; count < 50; count++) {
      expect((await call(server, from(`203.0.113.${count}`, `guess-${count}`))).status).toBe(401);
    }
    expect((await call(server, from("198.51.100.1", "guess-50"))).status).toBe(429);
  });

  test("without a declared proxy, other clients' wrong codes do not block a right one", async () => {
    const { server } = await start(ok, { ...variables, TRUST_PROXY: "" });
    const guesses = Array.from({ length: 60 }, (_, index) => call(server, from("203.0.113.7", `guess-${index}`)));
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await call(server, from("203.0.113.7", "right"))).status).toBe(200);
    expect((await call(server, from("203.0.113.7", "guess-60"))).status).toBe(429);
  });

  test("an old code that many devices send does not block a right one, and a code in use passes during guesses", async () => {
    const { server } = await start(ok, { ...variables, CODE: "right,other" });
    for (let count = 0; count < 20; count++) expect((await call(server, from("203.0.113.7", "old"))).status).toBe(401);
    expect((await call(server, from("203.0.113.7", "right"))).status).toBe(200);
    for (let count = 0; count < 6; count++) await call(server, from("203.0.113.7", `guess-${count}`));
    const statuses = ["right", "other", "old", "guess-9"].map(
      async (code) => (await call(server, from("203.0.113.7", code))).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 429, 401, 429]);
  });
});

describe("the offer of a voice conversation", () => {
  const path = "openai/v1/realtime/calls";
  const variables = { OPENAI_API_KEY: "sk-server", CODE: "right", CUSTOM_MODELS: "-all,+gpt-realtime-2.1" };
  const sdp = { authorization: "Bearer nk-right", "content-type": "application/sdp" };

  test("is sent to the operator's address with the short-lived key in place of the operator's", async () => {
    const heard: unknown[] = [];
    const { upstream, server } = await start(async (request, response) => {
      heard.push([request.url, request.headers.authorization, request.headers["content-type"], await bodyOf(request)]);
      response.writeHead(201, { "content-type": "application/sdp" }).end("v=0 answer");
    });
    const config = readServerConfig({ ...variables, BASE_URL: `${upstream.url}/gateway` });
    const response = await call(
      { ...server, config },
      { path, headers: { ...sdp, "x-realtime-secret": "ek-1" }, body: "v=0" },
    );
    expect([response.status, await response.text()]).toEqual([201, "v=0 answer"]);
    expect(heard).toEqual([["/gateway/v1/realtime/calls", "Bearer ek-1", "application/sdp", "v=0"]]);
  });

  test.each([
    ["without a short-lived key", sdp, 400],
    ["with two in one", { ...sdp, "x-realtime-secret": "a, b" }, 400],
    ["as JSON", { ...sdp, "x-realtime-secret": "ek-1", "content-type": "application/json" }, 400],
    ["without the access code", { "content-type": "application/sdp", "x-realtime-secret": "ek-1" }, 401],
    ["with an own key", { ...sdp, ...own, "x-realtime-secret": "ek-1" }, 403],
  ])("is rejected %s, and nothing is sent", async (_, headers, status) => {
    const { upstream, server } = await start(ok);
    const config = readServerConfig({ ...variables, BASE_URL: upstream.url });
    expect((await call({ ...server, config }, { path, headers, body: "v=0" })).status).toBe(status);
    expect(upstream.arrived).toEqual([]);
  });
});

describe("models", () => {
  const variables = { DISABLE_GPT4: "1", ACME_API_KEY: "sk-server" };

  test.each([
    ['{"session":{"model":"gpt-4"}}', 403],
    ['{"model":"acme-1","session":{"model":"gpt-4"}}', 403],
    ['{"model":"acme-1"}', 400],
    ['{"session":{"model":["gpt-4"]}}', 400],
    ["{}", 400],
  ])("rejects a request for a voice key with %j: %d", async (body, status) => {
    const { server, upstream } = await start(ok, variables);
    const path = "acme/v1/realtime/client_secrets";
    expect((await call(server, { path, body: new Blob([body]).stream() })).status).toBe(status);
    expect(upstream.arrived).toEqual([]);
  });

  test.each([
    ['{"model":"gpt-4","n":1}', 403],
    ['{"model":" GPT-4.1 "}', 403],
    ['{"model":"\uff47pt-4"}', 403],
    ['{"model":"acme-1","model":"o1-mini"}', 403],
    ['{"model":"chatgpt-4o-latest"}', 403],
    // Names for models in other places, and as servers read them that are lenient with the names of fields.
    ['{"model":"acme-1","MODEL":"gpt-4"}', 403],
    ['{"model":"acme-1","models":["acme-1","openai/gpt-4o"]}', 403],
    ['{"model":"acme-1","tools":[{"type":"image_generation","model":"gpt-4o"}]}', 403],
    ['{"model":"acme-1","fallbacks":["gpt-4"]}', 403],
    ['{"model":"acme-1","Fallbacks":[{"acme-1":["gpt-4"]}]}', 403],
    ['{"model":"acme-1","context_window_fallbacks":[{"acme-1":["gpt-4"]}]}', 403],
    ['{"model":"acme-1","fallback":"gpt-4"}', 403],
    ['{"model":"acme-1","engine":"gpt-4"}', 403],
    ['{"model":"acme-1","ENGINE_ID":"gpt-4"}', 403],
    ['{"model":"acme-1","extra_body":{"Engine":"gpt-4"}}', 403],
    ['{"model":"acme-1","deployment_id":"gpt-4"}', 403],
    ['{"model":"acme-1","deploymentId":"gpt-4"}', 403],
    ['{"model":"acme-1","Deployment":"gpt-4"}', 403],
    ['{"model":"acme-1","model_id":"gpt-4"}', 403],
    ['{"model":"acme-1","modelName":"gpt-4"}', 403],
    ['{"model":"acme-1","\uff45ngine":"gpt-4"}', 403],
    ['{"model":"acme-1","compound_custom":{"models":{"answering":"gpt-4"}}}', 403],
    ["{}", 400],
    ['{"model":["gpt-4"]}', 400],
    ["[]", 400],
    ['{"model":"acme-1"', 400],
    ["", 400],
  ])("without GPT-4, rejects the body %j with %d before anything is sent @C3.2", async (body, status) => {
    const { server, upstream } = await start(ok, variables);
    expect((await call(server, { body: new Blob([body]).stream() })).status).toBe(status);
    expect(upstream.arrived).toEqual([]);
  });

  test("sends the model that was checked, with the rest of the body @C3.1", async () => {
    const { server } = await start(async (request, response) => void response.end(await bodyOf(request)), variables);
    const body = '{"model":"gpt-4", "model":" gpt-4o-mini ","messages":[{"role":"user","content":"\u00e9"}]}';
    expect(await (await call(server, { body })).json()).toEqual({
      model: "gpt-4o-mini",
      messages: [{ role: "user", content: "\u00e9" }],
    });
  });

  test.each([
    ["settings", "plugins"],
    ["messages", "messages"],
  ])("rejects %s that are nested too deeply", async (_name, field) => {
    const { server, upstream } = await start(ok, variables);
    const body = `{"model":"acme-1","${field}":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expect((await call(server, { body })).status).toBe(400);
    expect(upstream.arrived).toEqual([]);
  });

  test("does not treat a model that a text mentions as the requested one", async () => {
    const { server } = await start(async (request, response) => void response.end(await bodyOf(request)), variables);
    const body = {
      model: "acme-1",
      plugins: [{ id: "web", engine: "exa" }],
      provider: { allow_fallbacks: true },
      messages: [{ role: "assistant", tool_calls: [{ function: { arguments: "{}" } }], model: "gpt-4" }],
      tools: [
        { type: "function", function: { name: "x", parameters: { properties: { model: { default: "gpt-4" } } } } },
      ],
    };
    expect(await (await call(server, { body: JSON.stringify(body) })).json()).toEqual(body);
  });

  test("rejects a body that breaks off while it is read, without a line in the log", async () => {
    const { server, upstream } = await start(ok, variables);
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
    expect((await call(server, { body })).status).toBe(400);
    expect(upstream.arrived).toEqual([]);
    expect(server.lines).toEqual([]);
  });

  test("returns a provider's model list without forbidden models", async () => {
    const listed = (...ids: string[]) => ({ object: "list", data: ids.map((id) => ({ id })) });
    const list = JSON.stringify(listed("gpt-4", "gpt-4o-mini"));
    const { server } = await start((_, response) => void response.end(list), variables);
    const response = await call(server, { method: "GET", path: "acme/v1/models" });
    expect(await statusAndBody(response)).toEqual([200, listed("gpt-4o-mini")]);
  });

  test("limits the size of a body that must be parsed", async () => {
    const { server } = await start(ok, { ...variables, MAX_BODY_BYTES: "10" });
    const body = new Blob(['{"model":"acme-1"}']).stream();
    expect((await call(server, { body })).status).toBe(413);
  });

  test.each([
    ["members", (count: number) => Array.from({ length: count }, (_, index) => `"m${index}":1`).join()],
    ["lists", (count: number) => `"a":[${Array(count).fill("[]").join()}]`],
  ])("limits a body that must be parsed to 100,000 parts: %s", async (_name, partsOf) => {
    const { server, upstream } = await start(ok, { ...variables, ACME_API_KEY: "sk-server" });
    const withParts = (count: number) => `{"model":"acme-1",${partsOf(count)}}`;
    expect((await call(server, { body: withParts(40_000) })).status).toBe(200);
    expect(await statusAndBody(await call(server, { body: withParts(120_000) }))).toEqual([
      413,
      { error: { code: "too-large", message: "The request is too large." } },
    ]);
    expect(upstream.arrived).toHaveLength(1);
  });

  test("does not forward members that would set an object's prototype", async () => {
    const { server } = await start(async (request, response) => void response.end(await bodyOf(request)), variables);
    const body = '{"__proto__":{"model":"acme-1"},"constructor":{},"prototype":1,"model":"acme-1"}';
    expect(await (await call(server, { body })).text()).toBe('{"model":"acme-1"}');
  });

  test("rejects a name longer than any model's before normalizing it", async () => {
    const { server } = await start(ok, variables);
    expect((await call(server, { body: JSON.stringify({ model: "\ufdfa".repeat(501) }) })).status).toBe(400);
  });
});

test.each([
  ["is no text", () => new Uint8Array([0xff, 0xfe])],
  ["is no list", () => "{}"],
  ["is too long", () => " ".repeat(10_000_001)],
])("a model list that must be filtered and %s is the provider's error", async (_name, list) => {
  const { server } = await start((_, response) => void response.end(list()), { DISABLE_GPT4: "1", ACME_API_KEY: "sk" });
  expect((await call(server, { method: "GET", path: "acme/v1/models" })).status).toBe(502);
});

test("no error response contains a key, a code, an address or a body @A2.6 @L6.1 @S5", async () => {
  const hidden = /hidden|127\.0\.0\.1|sk-|nk-/;
  const variables = {
    CODE: "hidden-code",
    ACME_API_KEY: "hidden-key",
    MAX_BODY_BYTES: "20",
    OPENAI_ORG_ID: "hidden-org",
  };
  const { server, upstream } = await start(
    (_, response) => void response.writeHead(302, { location: "/" }).end(),
    variables,
  );
  const right = { authorization: "Bearer nk-hidden-code" };
  const calls: Call[] = [
    {},
    { headers: { authorization: "Bearer nk-hidden-guess" } },
    { headers: { authorization: "Bearer sk-hidden, x" } },
    { path: "hidden/v1/models" },
    { path: "acme/other" },
    { method: "PUT" },
    { headers: { origin: "https://hidden.example" } },
    { headers: { ...right, "content-type": "text/hidden" } },
    { headers: right, body: "hidden hidden hidden hidden" },
    { headers: right },
  ];
  const statuses: number[] = [];
  const answers = async () => {
    for (const parts of calls) {
      const response = await call(server, parts);
      statuses.push(response.status);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.text()).not.toMatch(hidden);
    }
  };
  await answers();
  await upstream.close();
  await answers();
  expect(statuses).toEqual([
    401, 401, 400, 404, 403, 405, 403, 415, 413, 502, 401, 401, 400, 404, 403, 405, 403, 415, 413, 502,
  ]);
  expect(server.lines).toEqual([]);
});

test("returns an unexpected error without its message, and logs its location @H5.6 @L6.1", async () => {
  const { server } = await start(ok);
  const env = {
    ...server.env,
    delay: () => {
      throw new TypeError("hidden");
    },
  };
  const response = await call({ ...server, env }, { headers: own });
  expect(await statusAndBody(response)).toEqual([
    500,
    { error: { code: "unexpected", message: "Internal server error." } },
  ]);
  expect(server.lines).toHaveLength(1);
  expect(server.lines[0]).toMatch(/^API: unexpected TypeError\n\s+at /);
  expect(server.lines[0]).not.toContain("hidden");
});
