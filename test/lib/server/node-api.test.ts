import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
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

beforeAll(async () => {
  provider = await startUpstream((request, response) => answer(request, response));
  const env = fakeEnvironment({ responses: (call) => nodeFetch(call.url, call.init) });
  const variables = { ACME_URL: provider.url, ACME_API_KEY: "sk-server-of-acme", MAX_BODY_BYTES: "1000" };
  running[Symbol.for("parley.server")] = testServer(env, variables);
  api = createServer((request, response) => {
    const isHandled = handleNodeApi(request, response, { basePath: "/chat", headers: { "x-frame-options": "DENY" } });
    if (!isHandled) response.writeHead(404).end("Next");
  });
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(api.address() as AddressInfo).port}/chat/api`;
});

afterAll(async () => {
  delete running[Symbol.for("parley.server")];
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

test("a caller gets the refusal of a body that is too large", async () => {
  const response = await ask(JSON.stringify({ text: "x".repeat(30_000_000) }));
  expect(response.status).toBe(413);
});
