import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { endpoint, secret } from "@/lib/fields/fields";
import { bearer } from "@/lib/providers/bearer";
import { openAIDialect } from "@/lib/providers/codecs/openai/openai-dialect";
import { openAIModelList } from "@/lib/providers/codecs/openai/openai-model-list";
import { boundNameOf, defineProvider, type HttpCall, type Provider } from "@/lib/providers/provider";
import { providerByName, providers } from "@/lib/providers/registry";
import { isRelayed } from "@/test/support/relayed";

function providerOf(name: string): Provider {
  const provider = providerByName(name);
  if (!provider) throw new Error(`The registry has no ${name}.`);
  return provider;
}

const connection = { baseUrl: "https://provider.test", headers: { Authorization: "Bearer k" } };

const system: ModelMessage = { role: "system", content: "Be brief." };
const greeting: ModelMessage = { role: "assistant", content: "Hi." };
const parts = [
  { type: "text", text: "Which port?" },
  { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
] as const;
const question: ModelMessage = { role: "user", content: parts };
const called: ModelMessage = {
  role: "assistant",
  content: "",
  reasoning: "Look it up.",
  toolCalls: [{ id: "call_1", name: "tide", argumentsText: '{"place":"Amber"}' }],
};
const result: ModelMessage = { role: "tool", callId: "call_1", name: "tide", content: "06:12" };

/** A request with all that a provider may refuse; its history is cut so that it opens with the assistant. */
const full: Omit<ChatRequest, "model"> = {
  messages: [system, greeting, greeting, question, called, result],
  stream: true,
  temperature: 1.8,
  topP: 0.9,
  presencePenalty: 0.1,
  frequencyPenalty: 0.2,
  maxOutputTokens: 4000,
};

const calls = [{ id: "call_1", type: "function", function: { name: "tide", arguments: '{"place":"Amber"}' } }];
const plain = {
  messages: [
    system,
    greeting,
    greeting,
    question,
    { role: "assistant", content: null, tool_calls: calls },
    { role: "tool", tool_call_id: "call_1", name: "tide", content: "06:12" },
  ],
  stream: true,
  temperature: 1.8,
  top_p: 0.9,
  presence_penalty: 0.1,
  frequency_penalty: 0.2,
};
/** Messages whose tool results do not name the tool. */
const unnamed = {
  messages: [...plain.messages.slice(0, 5), { role: "tool", tool_call_id: "call_1", content: "06:12" }],
};
const { presence_penalty: _presence, frequency_penalty: _frequency, ...withoutPenalties } = plain;
const { temperature: _temperature, top_p: _topP, ...unsampled } = withoutPenalties;
const counted = { stream_options: { include_usage: true } };
const echoed = { role: "assistant", content: null, reasoning_content: "Look it up.", tool_calls: calls };
const [, , , , , told] = plain.messages;

const rows: readonly (readonly [string, string, string, object])[] = [
  ["ByteDance", "Doubao-pro-32k", "api/v3/chat/completions", { ...plain, ...counted }],
  ["ByteDance", "bot-20260101-syn", "api/v3/bots/chat/completions", { ...plain, ...counted }],
  [
    "Moonshot",
    "moonshot-v1-8k",
    "v1/chat/completions",
    { ...plain, temperature: 1, messages: [system, { ...greeting, content: "Hi.\n\nHi." }, question, echoed, told] },
  ],
  [
    "Moonshot",
    "kimi-k3",
    "v1/chat/completions",
    { stream: true, messages: [system, { ...greeting, content: "Hi.\n\nHi." }, question, echoed, told] },
  ],
  ["XAI", "grok-3", "v1/chat/completions", { ...plain, ...counted }],
  ["XAI", "grok-2-vision-latest", "v1/chat/completions", { ...plain, ...counted }],
  ["XAI", "grok-3-mini-fast", "v1/chat/completions", { ...withoutPenalties, ...counted }],
  ["XAI", "grok-4.6", "v1/chat/completions", { ...withoutPenalties, ...counted }],
  ["XAI", "grok-4.20-0309-non-reasoning", "v1/chat/completions", { ...withoutPenalties, ...counted }],
  ["ChatGLM", "glm-5.3", "api/paas/v4/chat/completions", { ...plain, temperature: 1 }],
  [
    "DeepSeek",
    "deepseek-chat",
    "chat/completions",
    { ...plain, ...counted, messages: [system, { ...question, content: "Which port?" }, echoed, told] },
  ],
  [
    "DeepSeek",
    "deepseek-flash",
    "chat/completions",
    { ...plain, ...counted, messages: [system, question, echoed, told] },
  ],
  ["SiliconFlow", "Qwen/Qwen2.5-7B-Instruct", "v1/chat/completions", plain],
  ["302.AI", "gpt-4o", "v1/chat/completions", { ...plain, ...counted }],
  ["Mistral", "mistral-large-2512", "v1/chat/completions", { ...plain, temperature: 1.5 }],
  ["Groq", "openai/gpt-oss-20b", "v1/chat/completions", { ...plain, ...unnamed }],
  ["302.AI", "o3", "v1/chat/completions", { ...unsampled, ...counted, max_completion_tokens: 4000 }],
  ["302.AI", "claude-opus-4-20250514", "v1/chat/completions", { ...unsampled, ...counted, temperature: 1.8 }],
  ["302.AI", "claude-3-7-sonnet-latest", "v1/chat/completions", { ...withoutPenalties, ...counted }],
  ["302.AI", "gpt-4o-search-preview", "v1/chat/completions", { ...unsampled, ...counted }],
  ["OpenRouter", "openai/gpt-oss-120b", "v1/chat/completions", { ...plain, ...unnamed }],
  [
    "OpenRouter",
    "openai/gpt-5.6-sol",
    "v1/chat/completions",
    { ...unsampled, ...unnamed, max_completion_tokens: 4000 },
  ],
  ["OpenRouter", "anthropic/claude-opus-5.5", "v1/chat/completions", { ...unsampled, ...unnamed }],
  ["OpenAI", "openai/gpt-5", "v1/chat/completions", { ...unsampled, ...counted, max_completion_tokens: 4000 }],
];

test.each(rows)("%s calls %s at %s with the supported parameters", async (name, model, path, body) => {
  const call = (await providerOf(name).chat(model)).buildRequest({ ...full, model }, connection);
  expect(call.url).toBe(`https://provider.test/${path}`);
  expect(call.headers).toMatchObject({ Authorization: "Bearer k", "Content-Type": "application/json" });
  expect(JSON.parse(call.body ?? "")).toEqual({ model, ...body });
});

test("a reply without reasoning has none to send back", async () => {
  const { reasoning: _reasoning, ...silent } = called;
  const request = { ...full, model: "deepseek-flash", messages: [question, silent, result] };
  const { body } = (await providerOf("DeepSeek").chat(request.model)).buildRequest(request, connection);
  expect(JSON.parse(body ?? "").messages[1]).toEqual({ role: "assistant", content: null, tool_calls: calls });
});

test.each([
  ["ByteDance", 400, { error: { code: "SensitiveContentDetected.Violence", message: "No." } }, "content-filter"],
  ["ByteDance", 400, { error: { code: "OutputTextRiskDetection", message: "No." } }, "content-filter"],
  ["ByteDance", 403, { error: { code: "AccountOverdueError", message: "Pay." } }, "quota"],
  ["ByteDance", 429, { error: { code: "QuotaExceeded", message: "Pay." } }, "quota"],
  ["ByteDance", 200, { error: { code: "RateLimitExceeded.EndpointTPMExceeded", message: "Later." } }, "rate-limit"],
  ["Moonshot", 200, { error: { type: "rate_limit_reached_error", message: "Later." } }, "rate-limit"],
  ["Moonshot", 429, { error: { type: "exceeded_current_quota_error", message: "Pay." } }, "quota"],
  [
    "Moonshot",
    400,
    { error: { type: "invalid_request_error", message: "exceeded model token limit" } },
    "context-length",
  ],
  ["SiliconFlow", 400, { code: 20012, message: "Model does not exist." }, "not-found"],
  ["SiliconFlow", 401, "Invalid token", "auth"],
  ["SiliconFlow", 504, { code: 50505, message: "Model service overloaded." }, "overloaded"],
  ["302.AI", 401, { error: { err_code: -10001, message: "Wrong key", message_cn: "…" } }, "auth"],
  ["Groq", 498, { error: { code: "capacity_exceeded", message: "Later." } }, "overloaded"],
  ["OpenRouter", 200, { choices: [{ error: { code: 429, message: "Later." } }] }, "rate-limit"],
])("%s: maps %d with %j to %s", async (name, status, body, kind) => {
  const events = (await providerOf(name).chat("any")).parseResponse({ status, body: JSON.stringify(body) });
  expect(events).toMatchObject([{ type: "error", error: { kind } }]);
});

test.each([
  ["Moonshot", "v1/models"],
  ["XAI", "v1/models"],
  ["DeepSeek", "models"],
  ["SiliconFlow", "v1/models?sub_type=chat"],
  ["302.AI", "v1/models?llm=1"],
  ["Mistral", "v1/models"],
  ["Groq", "v1/models"],
  ["OpenRouter", "v1/models"],
])("%s lists all its models at %s", (name, path) => {
  const { modelList } = providerOf(name);
  expect(modelList?.buildRequest(connection)).toEqual({
    method: "GET",
    url: `https://provider.test/${path}`,
    headers: { Authorization: "Bearer k", Accept: "application/json" },
  });
  expect(modelList?.parseResponse({ data: [{ id: "b" }, { id: "a/b:free" }] })).toEqual(["b", "a/b:free"]);
});

const relayed = Object.values<Provider>(providers)
  .filter((provider) => provider.relayed.length > 0 && provider.models.length > 0)
  .map(boundNameOf);

describe("the relay allows", () => {
  test.each(relayed)("all calls of %s", async (name) => {
    const provider = providerOf(name);
    const relay = { baseUrl: "https://relay.test/api/any", headers: {} };
    const asked: HttpCall[] = [];
    for (const model of [...provider.models, "bot-1", "x1"]) {
      const codec = await provider.chat(model);
      asked.push(codec.buildRequest({ model, messages: [question], stream: true }, relay));
      if (codec.task) asked.push(codec.task.buildRequest("t-1", relay));
    }
    if (provider.modelList) asked.push(provider.modelList.buildRequest(relay));
    if (provider.balance) asked.push(...(await provider.balance()).buildRequests(relay, 0));
    const speech = { model: "tts-1", input: "Hello.", voice: "alloy", speed: 1 };
    if (provider.speech) asked.push((await provider.speech()).buildRequest(speech, relay));
    expect(asked.filter((call) => !isRelayed(provider, call)).map(({ url }) => url)).toEqual([]);
  });
});

describe("a new provider", () => {
  const lantern = defineProvider({
    id: "lantern",
    name: "Lantern",
    fields: {
      url: endpoint("https://api.lantern.example", "LANTERN_URL"),
      apiKey: secret("LANTERN_API_KEY"),
    },
    auth: bearer,
    relayed: ["POST v1/chat/completions", "GET v1/models"],
    models: ["lantern-small", "lantern-large"],
    chat: (model) =>
      openAIDialect({
        path: "v1/chat/completions",
        sendsUsageOption: true,
        temperatureRange: [0, 1],
        echoesReasoning: model.endsWith("-large"),
        errorKinds: { oilisout: "quota" },
      }),
    modelList: openAIModelList({ path: "v1/models" }),
  });

  test("only needs a declaration to work", async () => {
    const headers = lantern.auth({ url: "", apiKey: "sk-1" });
    const model = "lantern-small";
    const codec = await lantern.chat(model);
    const request: ChatRequest = {
      model,
      messages: [{ role: "user", content: "Hello" }],
      stream: true,
      temperature: 2,
    };
    expect(codec.buildRequest(request, { baseUrl: "https://api.lantern.example/v1", headers })).toEqual({
      method: "POST",
      url: "https://api.lantern.example/v1/chat/completions",
      headers: { Authorization: "Bearer sk-1", "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify({
        messages: request.messages,
        stream: true,
        stream_options: { include_usage: true },
        model,
        temperature: 1,
      }),
    });
    expect(codec.parseEvent({ data: '{"choices":[{"delta":{"content":"Light."}}]}' })).toEqual([
      { type: "text-delta", text: "Light." },
    ]);
    expect(
      codec.parseResponse({ status: 400, body: '{"error":{"code":"oil_is_out","message":"Fill it."}}' }),
    ).toMatchObject([{ type: "error", error: { kind: "quota", message: "Fill it." } }]);
  });
});
