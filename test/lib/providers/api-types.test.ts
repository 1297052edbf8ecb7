import { isDeepStrictEqual } from "node:util";
import { emptyReply, foldReply, outcomeOf } from "@/lib/chat/reply";
import type { ChatRequest } from "@/lib/chat/request";
import { openChat } from "@/lib/engine/open-chat";
import { type ApiType, apiRow, apiTypeNames } from "@/lib/providers/api-types";
import { customEndpoint, withApiType } from "@/lib/providers/custom-endpoint";
import { withControls } from "@/lib/providers/model-controls";
import { acceptsTools } from "@/lib/providers/model-families";
import { placeOf } from "@/lib/providers/places";
import type { HttpCall, Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { samplingAt } from "@/lib/providers/sampling";
import { type AccessSettings, readAccessSettings, withAccessValue, withEndpoint } from "@/lib/settings/access-settings";
import { connect } from "@/lib/settings/connect";
import { fakeEnvironment } from "../../support/fake-environment";
import { sampleRequest } from "../../support/request-samples";
import { readFixtures, streamOf } from "../../support/stream-fixtures";

const bare = { id: "custom-1", name: "Bench", boundName: "custom-1", models: [] };

/** Returns a server with an API, its stored values, and the connection that its calls have. */
function serverWith(type: ApiType, values: Readonly<Record<string, string>> = { apiKey: "sk-1" }) {
  const endpoint = withApiType(bare, type);
  const provider = customEndpoint(endpoint);
  const empty = readAccessSettings(Object.values(providers), undefined);
  let access: AccessSettings = { ...empty, ...withEndpoint(empty, endpoint) };
  for (const [name, value] of Object.entries({ url: "https://bench.example", ...values })) {
    access = { ...access, ...withAccessValue(access, provider, name, value) };
  }
  return { provider, connection: connect(provider, access, { relay: "/api" }) };
}

async function callOf(type: ApiType, request: ChatRequest, values?: Readonly<Record<string, string>>) {
  const { provider, connection } = serverWith(type, values);
  return seen((await provider.chat(request.model)).buildRequest(request, connection));
}

/** Returns a call with its body as a value. */
function seen({ body, ...call }: HttpCall) {
  return { ...call, body: JSON.parse(body ?? "null") };
}

const json = { "Content-Type": "application/json", Accept: "application/json" };
const bearer = { Authorization: "Bearer sk-1" };
const question = { role: "user", content: "Hello" };
const messages = [{ role: "system", content: "Be brief." }, question];
const sampling = { temperature: 0.5, top_p: 0.9 };
const chat = {
  messages,
  stream: true,
  stream_options: { include_usage: true },
  ...sampling,
  presence_penalty: 0.1,
  frequency_penalty: 0.2,
};
const responses = {
  instructions: "Be brief.",
  input: [{ role: "user", content: [{ type: "input_text", text: "Hello" }] }],
  stream: true,
  store: false,
  max_output_tokens: 4000,
};
const claude = {
  "anthropic-dangerous-direct-browser-access": "true",
  "x-api-key": "sk-1",
  "anthropic-version": "2023-06-01",
};

test.each<[ApiType, string, string, object, object]>([
  ["openai", "llama3.2", "v1/chat/completions", bearer, { ...chat, model: "llama3.2" }],
  ["openai-responses", "llama3.2", "v1/responses", bearer, { ...responses, ...sampling, model: "llama3.2" }],
  [
    "openai-responses",
    "openai/gpt-5",
    "v1/responses",
    bearer,
    {
      ...responses,
      model: "openai/gpt-5",
      include: ["reasoning.encrypted_content"],
      reasoning: { summary: "auto" },
    },
  ],
  ["openai-responses", "claude-opus-5-5", "v1/responses", bearer, { ...responses, model: "claude-opus-5-5" }],
  [
    "openai-responses",
    "claude-opus-4-5",
    "v1/responses",
    bearer,
    { ...responses, temperature: 0.5, model: "claude-opus-4-5" },
  ],
  [
    "anthropic",
    "claude-opus-4-5",
    "v1/messages",
    claude,
    {
      system: "Be brief.",
      messages: [question],
      stream: true,
      model: "claude-opus-4-5",
      max_tokens: 4000,
      temperature: 0.5,
      top_k: 5,
    },
  ],
  [
    "gemini",
    "gemini-2.5-pro",
    "v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    { "x-goog-api-key": "sk-1" },
    {
      contents: [{ role: "user", parts: [{ text: "Be brief." }, { text: "Hello" }] }],
      generationConfig: {
        temperature: 0.5,
        maxOutputTokens: 4000,
        topP: 0.9,
        thinkingConfig: { includeThoughts: true },
      },
      safetySettings: ["HARASSMENT", "HATE_SPEECH", "SEXUALLY_EXPLICIT", "DANGEROUS_CONTENT"].map((category) => ({
        category: `HARM_CATEGORY_${category}`,
        threshold: "BLOCK_ONLY_HIGH",
      })),
    },
  ],
  [
    "azure",
    "my-deployment",
    "openai/deployments/my-deployment/chat/completions?api-version=2023-08-01-preview",
    { "api-key": "sk-1" },
    { ...chat, stream_options: undefined, model: "my-deployment" },
  ],
  ["ollama", "llama3.2", "v1/chat/completions", bearer, { ...chat, model: "llama3.2" }],
])("a server with the API %s is asked for %s at %s", async (type, model, path, headers, body) => {
  expect(await callOf(type, sampleRequest(model))).toEqual({
    method: "POST",
    url: `https://bench.example/${path}`,
    headers: { ...headers, ...json },
    body,
  });
});

test.each<[ApiType, string, object]>([
  ["openai", "v1/models", bearer],
  ["openai-responses", "v1/models", bearer],
  ["anthropic", "v1/models?limit=1000", claude],
  ["gemini", "v1beta/models?pageSize=1000", { "x-goog-api-key": "sk-1" }],
  ["ollama", "v1/models", bearer],
])("a server with the API %s lists its models at %s", (type, path, headers) => {
  const { provider, connection } = serverWith(type);
  const call = provider.modelList?.buildRequest(connection);
  const { url, ...rest } = call ?? { url: "" };
  expect([url, rest]).toEqual([
    `https://bench.example/${path}`,
    { method: "GET", headers: { ...headers, Accept: "application/json" } },
  ]);
  expect([provider.modelList?.isPartial, provider.listsModelsAtStart]).toEqual([true, true]);
});

test("a server with Azure's API has no list of models, and its models are deployments", () => {
  const { provider } = serverWith("azure");
  expect([provider.modelList, provider.listsModelsAtStart, provider.modelNames]).toEqual([
    undefined,
    undefined,
    "deployments",
  ]);
});

test.each<[ApiType, string]>([
  ["openai", "openai/text.sse"],
  ["openai-responses", "openai-responses/text.sse"],
  ["anthropic", "anthropic/text.sse"],
  ["gemini", "google/text.sse"],
  ["azure", "azure/text.sse"],
  ["ollama", "ollama/compatible-reasoning.sse"],
])("a reply of a server with the API %s is read as that of %s", async (type, path) => {
  const fixture = readFixtures().find((each) => each.path === path);
  if (!fixture) throw new Error(`There is no recording ${path}.`);
  const { provider, connection } = serverWith(type);
  const headers = { "content-type": fixture.http.contentType };
  const open = openChat({
    codec: await provider.chat("any"),
    connection,
    env: fakeEnvironment({ responses: [new Response(streamOf([fixture.body]), { headers })] }),
    signal: new AbortController().signal,
    timeoutMs: 60_000,
  });
  let reply = emptyReply;
  for await (const event of open(sampleRequest("any"))) reply = foldReply(reply, event);
  const { text, reasoning, finish, complete } = fixture.outcome;
  expect({ text: reply.text, reasoning: reply.reasoning, ...outcomeOf(reply) }).toEqual({
    text,
    reasoning,
    finish,
    complete,
  });
});

test.each(apiTypeNames)("extra headers and an extra body reach a server with the API %s", async (type) => {
  const values = { apiKey: "sk-1", extraHeaders: '{"X-Team":"tides"}', extraBody: '{"user_tier":"gold"}' };
  const plain = await callOf(type, sampleRequest("any"));
  expect(await callOf(type, sampleRequest("any"), values)).toEqual({
    ...plain,
    headers: { ...plain.headers, "x-team": "tides" },
    body: { ...plain.body, user_tier: "gold" },
  });
});

test.each<[ApiType, string, object]>([
  ["anthropic", '{"X-Api-Key":"other"}', { ...claude, "x-api-key": "other" }],
  ["gemini", '{"X-Goog-Api-Key":"other"}', { "x-goog-api-key": "other" }],
  ["azure", '{"API-Key":"other"}', { "api-key": "other" }],
])("an extra header of a server with the API %s replaces that of the key", async (type, extraHeaders, headers) => {
  const call = await callOf(type, sampleRequest("any"), { apiKey: "sk-1", extraHeaders });
  expect(call.headers).toEqual({ ...headers, ...json });
});

test.each<[ApiType, object]>([
  ["openai", {}],
  ["openai-responses", {}],
  ["anthropic", { "anthropic-dangerous-direct-browser-access": "true", "anthropic-version": "2023-06-01" }],
  ["gemini", {}],
  ["azure", {}],
  ["ollama", {}],
])("a server with the API %s is called without a key, too", async (type, headers) => {
  expect((await callOf(type, sampleRequest("any"), {})).headers).toEqual({ ...headers, ...json });
});

test.each<[ApiType, object, string]>([
  ["anthropic", { apiVersion: "2099-01-01" }, "2099-01-01"],
  ["azure", { apiVersion: "2024-10-21" }, "api-version=2024-10-21"],
  ["gemini", { safetySettings: "BLOCK_NONE" }, "BLOCK_NONE"],
])("a server with the API %s has its option %j", async (type, options, sent) => {
  const call = await callOf(type, sampleRequest("any"), { apiKey: "sk-1", ...options });
  expect(JSON.stringify(call)).toContain(sent);
});

test.each<[ApiType, string]>([
  ["openai", "v1/images/generations"],
  ["openai-responses", "v1/images/generations"],
  ["azure", "openai/deployments/gpt-image-2/images/generations?api-version=2023-08-01-preview"],
])("a server with the API %s makes images with OpenAI's models at %s", async (type, path) => {
  expect(await callOf(type, sampleRequest("gpt-image-2"))).toMatchObject({
    url: `https://bench.example/${path}`,
    body: { model: "gpt-image-2", prompt: "Hello", n: 1, size: "1024x1024", quality: "auto" },
  });
});

const thinkingConfig = { includeThoughts: true, thinkingBudget: 1024 };

test.each<[ApiType, string, object]>([
  ["openai", "claude-opus-4-5", { reasoning_effort: "low", seed: 7, top_k: 3 }],
  ["openai-responses", "gpt-5.1", { reasoning: { summary: "auto", effort: "low" } }],
  ["openai-responses", "gpt-oss-120b", { reasoning: { effort: "low" } }],
  ["openai-responses", "grok-5", { reasoning: { effort: "low" } }],
  [
    "anthropic",
    "claude-opus-4-5",
    { thinking: { type: "enabled", budget_tokens: 1024 }, temperature: undefined, top_k: undefined },
  ],
  [
    "gemini",
    "gemini-2.5-flash",
    { generationConfig: { temperature: 0.5, topP: 0.9, maxOutputTokens: 4000, thinkingConfig } },
  ],
  ["azure", "gpt-5.1", { reasoning_effort: "low", seed: 7 }],
  ["ollama", "gpt-oss", { reasoning_effort: "low", seed: 7 }],
])("the controls of a model at a server with the API %s are those of its provider", async (type, model, expected) => {
  const { provider, connection } = serverWith(type);
  const codec = withControls(await provider.chat(model), placeOf(provider));
  const plain = seen(codec.buildRequest(sampleRequest(model), connection)).body;
  const controls = { thinking: "low", seed: 7, topK: 3 } as const;
  const { body } = seen(codec.buildRequest({ ...sampleRequest(model), controls }, connection));
  const names = Object.keys({ ...plain, ...body }).filter((name) => !isDeepStrictEqual(plain[name], body[name]));
  expect(Object.fromEntries(names.map((name) => [name, body[name]]))).toEqual(expected);
});

test("a server is listed in tables as the provider whose API it has", () => {
  const places = apiTypeNames.map((type) => [type, placeOf(customEndpoint(withApiType(bare, type)))]);
  expect(Object.fromEntries(places)).toEqual({
    openai: "own server",
    "openai-responses": "own Responses server",
    anthropic: "Anthropic",
    gemini: "Google",
    azure: "Azure",
    ollama: "Ollama",
  });
  expect([placeOf(undefined), placeOf(providers.xai)]).toEqual(["own server", "XAI"]);
  expect(samplingAt(placeOf(customEndpoint(withApiType(bare, "openai-responses"))))).toEqual([]);
  expect(acceptsTools(placeOf(customEndpoint(withApiType(bare, "gemini"))), "gemma-3")).toBe(false);
});

test("only servers with Ollama's API load models as requests ask for", async () => {
  const loading = apiTypeNames.filter((type) => customEndpoint(withApiType(bare, type)).hasOllamaApi);
  expect(loading).toEqual(["ollama"]);
  const controls = { contextLength: 8192, keepAlive: "oneHour" } as const;
  for (const type of apiTypeNames.filter((each) => each !== "ollama")) {
    expect(await callOf(type, { ...sampleRequest("any"), controls })).toEqual(await callOf(type, sampleRequest("any")));
  }
  expect(await callOf("ollama", { ...sampleRequest("any"), controls })).toMatchObject({
    url: "https://bench.example/api/chat",
    body: { options: { num_ctx: 8192 }, keep_alive: "1h" },
  });
});

test("a server with Ollama's API reads no WebP images, as local servers", () => {
  const withoutWebp = apiTypeNames.filter((type) => customEndpoint(withApiType(bare, type)).takesNoWebp);
  expect(withoutWebp).toEqual(["ollama"]);
  const local = Object.values<Provider>(providers).filter(({ isLocal }) => isLocal);
  expect(local.filter(({ takesNoWebp }) => !takesNoWebp)).toEqual([]);
});

test("every API has a name of its own, and every server the fields of all servers", () => {
  const labels = apiTypeNames.map((type) => apiRow(type).label);
  expect(new Set(labels).size).toBe(labels.length);
  const fields = apiTypeNames.map((type) => [type, Object.keys(customEndpoint(withApiType(bare, type)).fields).join()]);
  expect(Object.fromEntries(fields)).toEqual({
    openai: "url,apiKey,extraHeaders,extraBody",
    "openai-responses": "url,apiKey,extraHeaders,extraBody",
    anthropic: "url,apiKey,apiVersion,extraHeaders,extraBody",
    gemini: "url,apiKey,safetySettings,extraHeaders,extraBody",
    azure: "url,apiKey,apiVersion,extraHeaders,extraBody",
    ollama: "url,apiKey,extraHeaders,extraBody",
  });
});
