import { AppError } from "@/lib/errors";
import { endpoint, type Fields, secret, text } from "@/lib/fields/fields";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { defineProvider, type Provider } from "@/lib/providers/provider";
import { relayRoute } from "@/lib/server/relay-route";
import { readServerConfig } from "@/lib/server/server-config";
import type { Variables } from "@/lib/server/variables";
import { type FakeCall, fakeEnvironment } from "@/test/support/fake-environment";
import { testServer } from "@/test/support/test-server";

const chat = () => openAIDialect({ path: "v1/chat/completions" });

/** Calls by path as Google's and Azure's do, and speaks like nobody in particular. */
const azure = defineProvider({
  id: "azure",
  modelNames: "deployments",
  name: "Azure",
  fields: {
    url: endpoint("", "AZURE_URL"),
    apiKey: secret("AZURE_API_KEY"),
    apiVersion: text({ section: "access", default: "old", env: "AZURE_API_VERSION" }),
  } as Fields,
  auth: ({ apiKey }) => ({ "api-key": String(apiKey) }),
  relayed: ["POST deployments/{deployment}/chat/completions?api-version", "POST v1/chat/completions?api-version"],
  models: ["gpt-4", "gpt-3.5-turbo"],
  chat,
});

/** Signs with two secrets, or takes one key at another host. */
const signer = defineProvider({
  id: "signer",
  name: "Signer",
  fields: {
    url: endpoint("https://signed.example", "SIGNER_URL"),
    keyId: secret("SIGNER_ID"),
    keySecret: secret("SIGNER_SECRET"),
    apiKey: secret("SIGNER_API_KEY"),
  } as Fields,
  hosts: { "v1/": "https://plain.example" },
  auth: ({ apiKey }): Record<string, string> => (apiKey ? { authorization: `Bearer ${apiKey}` } : {}),
  isComplete: ({ keyId, keySecret, apiKey }) => Boolean(apiKey || (keyId && keySecret)),
  sign: async (call, { keyId, keySecret }, { now }) => {
    if (!keyId) return call;
    const signature = `${keyId}/${keySecret}/${call.body?.length}/${now()}`;
    return { ...call, headers: { ...call.headers, authorization: signature } };
  },
  relayed: ["POST ", "POST v1/chat/completions"],
  models: ["one"],
  chat,
});

/** Asks for a token with its key before each call. */
const tokened = defineProvider({
  id: "tokened",
  name: "Tokened",
  fields: { url: endpoint("https://tokened.example", "TOKENED_URL"), apiKey: secret("TOKENED_KEY") } as Fields,
  auth: () => ({}),
  sign: async (call, _values, { fetch }) => {
    const answer = await fetch("https://tokened.example/token", {});
    if (!answer.ok) throw new AppError(answer.status === 401 ? "auth" : "server", { message: await answer.text() });
    return { ...call, url: `${call.url}?token=${await answer.text()}` };
  },
  relayed: ["POST v1/plain"],
  models: ["one"],
  chat,
});

/** Sends forms, has a version of its interface in a header, and another route than its id. */
const former = defineProvider({
  id: "former",
  name: "Former",
  route: "4mer",
  fields: { url: endpoint("https://former.example", "FORMER_URL", "BASE_URL"), apiKey: secret("FORMER_KEY") } as Fields,
  auth: ({ apiKey }) => ({ "x-api-key": String(apiKey) }),
  relayedHeaders: ["x-version"],
  sendsForms: true,
  relayed: ["POST v1/images/{model}", "POST v1/plain"],
  models: ["ultra"],
  chat,
});

const providers: readonly Provider[] = [azure, signer, tokened, former] as readonly Provider[];

async function relayed(
  path: string,
  variables: Variables,
  init: RequestInit = {},
  responses: (call: FakeCall) => Response | Promise<Response> = () => Response.json({}),
) {
  const env = fakeEnvironment({ now: 7, responses });
  const server = { ...testServer(env), config: readServerConfig(variables, providers) };
  const request = new Request(`http://chat.example/api/${path}`, {
    method: "POST",
    body: '{"model":"one"}',
    ...init,
    headers: { "content-type": "application/json", accept: "application/json", ...init.headers },
  });
  const [route = "", ...segments] = new URL(request.url).pathname.split("/").slice(2).map(decodeURIComponent);
  const response = await relayRoute(request, route, segments, server);
  const [call] = env.calls;
  const headers = Object.fromEntries(new Headers(call?.init.headers));
  return { status: response.status, url: call?.url, headers, body: call?.init.body, answer: await response.text() };
}

describe("Azure", () => {
  const keyed = { AZURE_URL: "https://r.example/openai/deployments/fixed", AZURE_API_KEY: "k" };
  const call = "azure/deployments/gpt-4/chat/completions";

  test.each([
    ["no version", call, keyed, "https://r.example/openai/deployments/gpt-4/chat/completions"],
    [
      "the operator's version",
      `${call}?api-version=`,
      { ...keyed, AZURE_API_VERSION: "2024-10-21" },
      "https://r.example/openai/deployments/gpt-4/chat/completions?api-version=2024-10-21",
    ],
    [
      "the caller's version",
      `${call}?api-version=2025-01-01&key=x`,
      { ...keyed, AZURE_API_VERSION: "2024-10-21" },
      "https://r.example/openai/deployments/gpt-4/chat/completions?api-version=2025-01-01",
    ],
    [
      "the deployment of the address, for a model that the list gives to Azure bare",
      call,
      { ...keyed, CUSTOM_MODELS: "+gpt-4@azure" },
      "https://r.example/openai/deployments/fixed/chat/completions",
    ],
    [
      "the deployment of the model list",
      "azure/deployments/mine/chat/completions",
      { ...keyed, CUSTOM_MODELS: "+gpt-4@azure=mine" },
      "https://r.example/openai/deployments/mine/chat/completions",
    ],
    [
      "the deployment of the address, whatever the model is called",
      "azure/deployments/deploy/chat/completions",
      { ...keyed, CUSTOM_MODELS: "+gpt-4@azure,+deploy@azure" },
      "https://r.example/openai/deployments/fixed/chat/completions",
    ],
    [
      "the v1 API",
      "azure/v1/chat/completions",
      { AZURE_URL: "https://r.example/openai", AZURE_API_KEY: "k", AZURE_API_VERSION: "2024-10-21" },
      "https://r.example/openai/v1/chat/completions",
    ],
  ])("is called with %s", async (_name, path, variables, url) => {
    const sent = await relayed(path, variables as Variables, { body: '{"model":"gpt-4"}' });
    expect([sent.url, sent.headers["api-key"]]).toEqual([url, "k"]);
  });

  test("rejects a deployment that is not listed, and another model in the body", async () => {
    const variables = { ...keyed, CUSTOM_MODELS: "-all,+gpt-4@azure=mine" };
    expect(await relayed(call, variables, { body: '{"model":"gpt-3.5-turbo"}' })).toMatchObject({ status: 403 });
    const other = "azure/deployments/other/chat/completions";
    expect(await relayed(other, variables, { body: '{"model":"gpt-4"}' })).toMatchObject({
      status: 403,
      url: undefined,
    });
  });

  test("an own key without an own address is not sent", async () => {
    expect(await relayed(call, keyed, { headers: { "api-key": "own" } })).toMatchObject({
      status: 400,
      url: undefined,
    });
  });
});

describe("a signed call", () => {
  const keyed = { SIGNER_ID: "id", SIGNER_SECRET: "secret" };

  test("is signed with the server's secrets over the body that is sent", async () => {
    const sent = await relayed("signer", keyed);
    expect(sent).toMatchObject({ url: "https://signed.example", body: '{"model":"one"}' });
    expect(sent.headers.authorization).toBe("id/secret/15/7");
  });

  test("is signed with the caller's secrets, and never with a part of the server's", async () => {
    const sent = await relayed("signer", keyed, { headers: { authorization: "Bearer my:own:" } });
    expect(sent.headers.authorization).toBe("my/own/15/7");
  });

  test("with a single key is sent unsigned to the host of that API", async () => {
    const sent = await relayed("signer/v1/chat/completions", keyed, { headers: { authorization: "Bearer sk-own" } });
    expect([sent.url, sent.headers.authorization]).toEqual([
      "https://plain.example/v1/chat/completions",
      "Bearer sk-own",
    ]);
  });

  test("is sent to the operator's address in place of all public ones", async () => {
    const variables = { SIGNER_API_KEY: "sk-server", SIGNER_URL: "https://mirror.example" };
    const sent = await relayed("signer/v1/chat/completions", variables);
    expect([sent.url, sent.headers.authorization]).toEqual([
      "https://mirror.example/v1/chat/completions",
      "Bearer sk-server",
    ]);
  });

  test("is rejected while half of the secrets is missing", async () => {
    expect(await relayed("signer", { SIGNER_ID: "id" })).toMatchObject({ status: 401, url: undefined });
  });
});

describe("a call that needs a token", () => {
  const keyed = { TOKENED_KEY: "sk-server" };
  const own = { headers: { authorization: "Bearer sk-own" } };

  test("waits at most half a minute for it @O4.8", async () => {
    const signals: unknown[] = [];
    await relayed("tokened/v1/plain", keyed, {}, ({ url, init }) => {
      if (url.endsWith("/token")) signals.push(init.signal);
      return new Response("t-1");
    });
    expect(signals).toEqual([expect.any(AbortSignal)]);
  });

  test.each([
    ["the server's key is refused", {}, () => new Response("No sk-server.", { status: 401 }), 401],
    ["the caller's key is refused", own, () => new Response("No sk-own.", { status: 401 }), 401],
    ["the response has no token", {}, () => new Response("", { status: 500 }), 502],
    ["the provider is unreachable", {}, () => Promise.reject(new TypeError("fetch failed")), 502],
    [
      "the provider does not respond in time",
      {},
      () => Promise.reject(Object.assign(new Error(), { name: "TimeoutError" })),
      504,
    ],
  ])("is rejected if %s", async (_name, init, answer, status) => {
    const sent = await relayed("tokened/v1/plain", keyed, init, answer);
    expect(sent).toMatchObject({ status, url: "https://tokened.example/token" });
    expect(sent.answer).not.toMatch(/sk-/);
  });
});

describe("a provider that accepts forms", () => {
  const keyed = { FORMER_KEY: "k" };
  const form = { "content-type": 'multipart/form-data; boundary=----x"' };
  const plain = { "content-type": "multipart/form-data; boundary=----x" };

  test("gets them unchanged, at the name of its route", async () => {
    const sent = await relayed("4mer/v1/images/ultra", keyed, { body: "------x--", headers: plain });
    expect(sent).toMatchObject({ status: 200, url: "https://former.example/v1/images/ultra" });
    expect(sent.headers).toMatchObject({ "content-type": plain["content-type"], "x-api-key": "k" });
  });

  test.each([
    ["with an invalid boundary", form, {}],
    ["as another site's form would send it", plain, { accept: "text/html" }],
    ["of another kind", { "content-type": "application/x-www-form-urlencoded" }, {}],
    ["as plain text", { "content-type": "text/plain" }, {}],
  ])("does not get one %s", async (_name, headers, more) => {
    const sent = await relayed("4mer/v1/images/ultra", keyed, { body: "x", headers: { ...headers, ...more } });
    expect(sent).toMatchObject({ status: 415, url: undefined });
  });

  test("cannot be reached by its id", async () => {
    expect(await relayed("former/v1/plain", keyed)).toMatchObject({ status: 404, url: undefined });
  });

  test("checks the model in its path", async () => {
    const variables = { ...keyed, CUSTOM_MODELS: "-ultra" };
    const sent = await relayed("4mer/v1/images/ultra", variables, { body: "------x--", headers: plain });
    expect(sent).toMatchObject({ status: 403, url: undefined });
  });

  test("rejects a name in its path that only looks like a model's, because it would be sent unchanged", async () => {
    const variables = { ...keyed, CUSTOM_MODELS: "-all,+ultra@former" };
    const form = { body: "------x--", headers: plain };
    expect(await relayed("4mer/v1/images/ultra", variables, form)).toMatchObject({ status: 200 });
    const lookAlike = await relayed("4mer/v1/images/\uff55ltra", variables, form);
    expect(lookAlike).toMatchObject({ status: 403, url: undefined });
  });

  test("gets the listed headers only", async () => {
    const sent = await relayed("4mer/v1/plain", keyed, {
      headers: { "x-version": "2", "x-other": "1", cookie: "c=1" },
    });
    expect(sent.headers).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      "x-api-key": "k",
      "x-version": "2",
    });
  });

  test.each([
    ["https://gateway.example", "https://gateway.example/v1/plain"],
    ["https://api.openai.com", "https://former.example/v1/plain"],
    ["http://eu.api.openai.com/v1", "https://former.example/v1/plain"],
  ])("uses BASE_URL=%s as old deployments do", async (address, url) => {
    expect(await relayed("4mer/v1/plain", { ...keyed, BASE_URL: address })).toMatchObject({ url });
  });
});

test("limits what a call with the server's key requests, but not with an own key", async () => {
  const body = '{"model":"one","max_tokens":900000}';
  const limited = await relayed("4mer/v1/plain", { FORMER_KEY: "k", MAX_OUTPUT_TOKENS: "100" }, { body });
  expect(limited.body).toBe('{"model":"one","max_tokens":100}');
  const own = await relayed("4mer/v1/plain", { MAX_OUTPUT_TOKENS: "100" }, { body, headers: { "x-api-key": "own" } });
  expect(await new Response(own.body as ReadableStream).text()).toBe(body);
});

describe("a leading v1 in a path", () => {
  const status = async (path: string) => {
    const env = fakeEnvironment({ responses: () => Response.json({}) });
    const server = {
      ...testServer(env),
      config: readServerConfig({ DEEPSEEK_API_KEY: "k", OPENAI_API_KEY: "k", TENCENT_API_KEY: "k" }),
    };
    const request = new Request(`http://chat.example/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"model":"deepseek-chat"}',
    });
    const [route = "", ...segments] = path.split("/");
    const response = await relayRoute(request, route, segments, server);
    return [response.status, env.calls.map(({ url }) => url)];
  };

  test.each([
    ["deepseek/chat/completions", "https://api.deepseek.com/chat/completions"],
    ["deepseek/v1/chat/completions", "https://api.deepseek.com/chat/completions"],
    ["openai/v1/chat/completions", "https://api.openai.com/v1/chat/completions"],
  ])("%s is sent to %s", async (path, url) => {
    expect(await status(path)).toEqual([200, [url]]);
  });

  test.each([
    "deepseek/v1/v1/chat/completions",
    "deepseek/v2/chat/completions",
    "deepseek/v1",
    "openai/v1/v1/chat/completions",
  ])("%s is not relayed", async (path) => {
    expect(await status(path)).toEqual([403, []]);
  });
});
