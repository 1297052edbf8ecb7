import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { handleNodeApi } from "@/lib/server/node-api";
import { nodeFetch } from "@/lib/server/node-fetch";
import { fakeEnvironment } from "../../support/fake-environment";
import { bodyOf, type LocalUpstream, signalOf, startUpstream } from "../../support/local-upstream";
import { testServer } from "../../support/test-server";

const running = globalThis as { [name: symbol]: unknown };
let api: Server;
let provider: LocalUpstream;
let answer: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
let url: string;

const serverKey = Symbol.for("parley.server");
const variables = () => ({ ACME_URL: provider.url, ACME_API_KEY: "sk-server-of-acme", MAX_BODY_BYTES: "1000" });
const env = fakeEnvironment({ responses: (call) => nodeFetch(call.url, call.init) });

beforeAll(async () => {
  provider = await startUpstream((request, response) => answer(request, response));
  running[serverKey] = testServer(env, variables());
  api = createServer((request, response) => {
    const isHandled = handleNodeApi(request, response, { basePath: "/chat", headers: { "x-frame-options": "DENY" } });
    if (!isHandled) response.writeHead(404).end("Next");
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}/chat/api`;
});

afterAll(async () => {
  delete running[serverKey];
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  await provider.close();
});

function ask(body: string, signal: AbortSignal | null = null): Promise<Response> {
  const headers = { "content-type": "application/json" };
  return fetch(`${url}/acme/v1/chat/completions`, { method: "POST", headers, body, signal });
}

test("adds the headers of every response to those of a handler", async () => {
  const response = await fetch(`${url}/config`);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "x-frame-options": "DENY",
    "cache-control": "no-store",
  });
  expect(await (await fetch(`${url}/config`, { method: "HEAD" })).text()).toBe("");
});

test.each(["config/", "acme//v1/models", "%2e%2e/page"])("leaves the path %s to Next", async (path) => {
  expect(await (await fetch(`${url}/${path}`)).text()).toBe("Next");
});

describe("generated files", () => {
  const address = (file: string) => url.replace(/api$/, file);

  test.each([
    ["config.json", "application/json"],
    ["defaults.json", "application/json"],
    ["manifest.webmanifest", "application/manifest+json"],
    ["site.webmanifest", "application/manifest+json"],
  ])("%s has the headers of every response", async (file, type) => {
    const response = await fetch(address(file));
    expect([response.status, response.headers.get("content-type"), response.headers.get("x-frame-options")]).toEqual([
      ...[200, type, "DENY"],
    ]);
    expect(await response.json()).toEqual(expect.any(Object));
    const head = await fetch(address(file), { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  test("that the browser has are not sent again", async () => {
    const etag = (await fetch(address("config.json"))).headers.get("etag") ?? "";
    const again = await fetch(address("config.json"), { headers: { "if-none-match": etag } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  test.each([
    ["gzip, br", "gzip"],
    ["br", null],
    ["gzip;q=0, br", null],
  ])("that are long are compressed for a client that accepts %s: %s", async (accepted, encoding) => {
    const response = await fetch(address("manifest.webmanifest"), { headers: { "accept-encoding": accepted } });
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toBe("origin, accept-encoding");
    expect(await response.json()).toHaveProperty("icons");
  });

  test.each(["config.json/", "other.json", "page/config.json"])("leave %s to Next", async (path) => {
    expect(await (await fetch(address(path))).text()).toBe("Next");
  });
});

test.each(["tide", "config/more", "demo", "webdav"])("the path %s names no route", async (path) => {
  expect((await fetch(`${url}/${path}`)).status).toBe(404);
});

test("passes a body and a reply on, chunk by chunk", async () => {
  const read = signalOf();
  answer = async (request, response) => {
    response.write(await bodyOf(request));
    await read.given;
    response.end(" two");
  };
  const body = (await ask('{"one":1}')).body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await body?.read())?.value).toBe('{"one":1}');
  read.give();
  expect((await body?.read())?.value).toBe(" two");
});

test("a reply that breaks off does so for the caller", async () => {
  answer = (_, response) => void response.write("one", () => response.destroy());
  await expect((await ask("{}")).text()).rejects.toThrow();
});

test("a caller that disconnects ends the call", async () => {
  const closed = signalOf();
  answer = (_, response) => {
    response.once("close", () => closed.give());
    response.write("one");
  };
  const caller = new AbortController();
  await ask("{}", caller.signal);
  caller.abort();
  await closed.given;
});

test("an upload that is cut off frees the place of its reply", async () => {
  const former = running[serverKey];
  const limits = '{"sesame":{"atOnce":1}}';
  running[serverKey] = testServer(env, { ...variables(), CODE: "sesame", CODE_LIMITS: limits });
  answer = (_, response) => void response.end("one");
  const authorization = "Bearer nk-sesame";
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const head = [
    "POST /chat/api/acme/v1/chat/completions HTTP/1.1",
    "host: localhost",
    `authorization: ${authorization}`,
    "content-type: application/json",
    "content-length: 500",
    "expect: 100-continue",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  // The server has begun to read the body.
  await new Promise((resolve) => socket.once("data", resolve));
  socket.write('{"a":1', () => socket.destroy());
  const headers = { "content-type": "application/json", authorization };
  let status = 0;
  for (let attempt = 0; attempt < 100 && status !== 200; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    status = (await fetch(`${url}/acme/v1/chat/completions`, { method: "POST", headers, body: "{}" })).status;
  }
  running[serverKey] = former;
  expect(status).toBe(200);
});

test("a caller gets the refusal of a body that is too large", async () => {
  const response = await ask(JSON.stringify({ text: "x".repeat(30_000_000) }));
  expect(response.status).toBe(413);
});
