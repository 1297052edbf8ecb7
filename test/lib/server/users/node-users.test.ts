import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { handleApi } from "@/lib/server/api";
import { handleNodeApi } from "@/lib/server/node-api";
import { nodeFetch } from "@/lib/server/node-fetch";
import { fakeEnvironment } from "../../../support/fake-environment";
import { bodyOf, type LocalUpstream, startUpstream } from "../../../support/local-upstream";
import { testServer } from "../../../support/test-server";

const running = globalThis as { [name: symbol]: unknown };
const serverKey = Symbol.for("parley.server");
const env = fakeEnvironment({
  responses: (call) => nodeFetch(call.url.replace("https://api.acme.example", provider.url), call.init),
});

const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
/** The header lines that the provider received, one entry per call. */
let received: string[];
let api: Server;
let provider: LocalUpstream;

beforeAll(async () => {
  provider = await startUpstream(async (request, response) => {
    await bodyOf(request);
    received.push(request.rawHeaders.join("\n").toLowerCase());
    const reply = { choices: [{ message: { role: "assistant", content: "Hi" } }], usage };
    response.setHeader("content-type", "application/json").end(JSON.stringify(reply));
  });
  api = createServer((request, response) => void handleNodeApi(request, response, { basePath: "", headers: {} }));
  await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  delete running[serverKey];
  api.closeAllConnections();
  await new Promise((resolve) => api.close(resolve));
  await provider.close();
});

function start(variables: Record<string, string> = {}) {
  received = [];
  const server = testServer(env, {
    ACME_URL: provider.url,
    ACME_API_KEY: "sk-server-of-acme",
    CODE: "sesame",
    TRUSTED_USER_HEADER: "X-Forwarded-User",
    TRUSTED_PROXIES: "127.0.0.1",
    ...variables,
  });
  running[serverKey] = server;
  return server;
}

/** Sends header lines as they are, several of one name, too. */
async function call(path: string, lines: readonly string[], method = "POST") {
  const { port } = api.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = ["host", "localhost", "content-type", "application/json", ...lines];
    const sent = httpRequest({ host: "127.0.0.1", port, path: `/api/${path}`, method, headers }, resolve);
    sent.on("error", reject).end(method === "POST" ? '{"model":"acme-1","messages":[]}' : undefined);
  });
  return { status: response.statusCode, body: JSON.parse((await bodyOf(response)) || "null") };
}

const chat = "acme/v1/chat/completions";
const refusedWith = (message: string) => ({ status: 403, body: { error: { code: "code-user", message } } });
const untrusted = refusedWith(
  "The user's name did not come from a trusted proxy. The administrator can add the proxy to TRUSTED_PROXIES.",
);
const malformed = refusedWith("The proxy in front of this server did not send exactly one valid user name.");

test("a user of a trusted proxy needs no code, and the name is not forwarded @A2.11", async () => {
  start();
  expect((await call(chat, ["X-Forwarded-User", "ada@example.com"])).status).toBe(200);
  expect(received).toHaveLength(1);
  expect(received[0]).not.toMatch(/ada|forwarded/);
  expect((await call(chat, [])).body).toEqual({ error: true, msg: "empty access code" });
  expect((await call(chat, ["authorization", "Bearer nk-sesame"])).status).toBe(200);
});

test("without CODE, callers without a user have no access, either @A2.11", async () => {
  start({ CODE: "" });
  expect((await call(chat, [])).status).toBe(401);
  expect((await call(chat, ["x-forwarded-user", "ada"])).status).toBe(200);
});

test.each([chat, "config", "access", "proxy", "artifacts"])(
  "a user that another address names is refused at %s, with a valid code, too @A2.11",
  async (path) => {
    start({ TRUSTED_PROXIES: "10.0.0.5" });
    const forged = ["x-forwarded-user", "ada", "x-forwarded-for", "10.0.0.5"];
    expect(await call(path, forged)).toEqual(untrusted);
    expect(await call(path, [...forged, "authorization", "Bearer nk-sesame"])).toEqual(untrusted);
    expect(await call(path, [...forged, "authorization", "Bearer sk-own"])).toEqual(untrusted);
    expect(received).toEqual([]);
  },
);

test.each(["acme/v1/models", "health", "config"])("it is refused in the same way by GET at %s @A2.11", async (path) => {
  start({ TRUSTED_PROXIES: "10.0.0.5" });
  const { port } = api.address() as AddressInfo;
  const headers = { "x-forwarded-user": "ada" };
  const response = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers });
  expect({ status: response.status, body: await response.json() }).toEqual(untrusted);
});

test.each([
  [["x-forwarded-user", "ada", "X-Forwarded-User", "eve"]],
  [["x-forwarded-user", "ada", "x-forwarded-user", "ada"]],
  [["x-forwarded-user", "ada, eve"]],
  [["x-forwarded-user", ""]],
  [["x-forwarded-user", "a".repeat(300)]],
  [["x-forwarded-user", "\u00ff"]],
])("a header without exactly one name is refused: %j @A2.11", async (lines) => {
  start();
  expect(await call(chat, lines)).toEqual(malformed);
  expect(received).toEqual([]);
});

test("without knowledge of the connection, the header is refused @A2.11", async () => {
  start();
  const response = await handleApi(
    {
      url: `http://localhost/api/${chat}`,
      method: "POST",
      headers: new Headers({ "x-forwarded-user": "ada", "content-type": "application/json" }),
      body: null,
      signal: new AbortController().signal,
    },
    chat.split("/"),
  );
  expect(response.status).toBe(403);
});

test("a page of another host name cannot name a user on a server of this computer @A2.11", async () => {
  start({ HOSTNAME: "127.0.0.1" });
  const { port } = api.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    const headers = { host: "rebound.example", "x-forwarded-user": "ada", "content-type": "application/json" };
    const sent = httpRequest({ host: "127.0.0.1", port, path: `/api/${chat}`, method: "POST", headers });
    sent.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
    sent.end('{"model":"acme-1","messages":[]}');
  });
  expect(status).toBe(403);
});

test("a user has the rights of the entry, or those of all users", async () => {
  start({ USER_LIMITS: '{"*":{"perMinute":1},"ada":{"models":"-all,gpt-4"},"ben":7}' });
  const statusOf = async (name: string) => (await call(chat, ["x-forwarded-user", name])).status;
  expect([await statusOf("Cleo"), await statusOf("cleo")]).toEqual([200, 429]);
  expect([await statusOf("ada"), await statusOf("ben")]).toEqual([403, 403]);
});

test("the limits of a user apply beside any code", async () => {
  start({ USER_LIMITS: '{"*":{"features":[],"perMinute":5}}' });
  const lines = ["x-forwarded-user", "ada", "accept", "application/json", "authorization"];
  const rights = { status: 200, body: { rights: { features: [], perMinute: 5 } } };
  expect(await call("access", [...lines, "Bearer nk-sesame"])).toEqual(rights);
  expect(await call("access", [...lines, "Bearer nk-wrong"])).toEqual(rights);
});

test("usage is counted by user", async () => {
  const server = start({ USER_LIMITS: '{"*":{"tokensPerDay":1000}}' });
  await call(chat, ["x-forwarded-user", "Ada"]);
  const { tokensToday } = (await server.usage.used({ id: "user ada" })) ?? {};
  expect(tokensToday).toBe(7);
});

test("an own key passes beside a user with this right only", async () => {
  start({ HIDE_USER_API_KEY: "1", USER_LIMITS: '{"ada":{"features":["own-keys"]}}' });
  const statusOf = async (name: string) =>
    (await call(chat, ["x-forwarded-user", name, "authorization", "Bearer sk-own"])).status;
  expect([await statusOf("ada"), await statusOf("eve")]).toEqual([200, 401]);
});

test("the app asks a user for no code", async () => {
  start();
  const { needCode, served } = (await call("config", ["x-forwarded-user", "ada"])).body;
  expect({ needCode, served }).toEqual({ needCode: false, served: ["acme"] });
  expect((await call("config", [])).body.needCode).toBe(true);
});
