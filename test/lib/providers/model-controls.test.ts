import type { ModelControls } from "@/lib/chat/model-controls";
import type { ChatRequest } from "@/lib/chat/request";
import { customEndpoint } from "@/lib/providers/custom-endpoint";
import { withControls } from "@/lib/providers/model-controls";
import { ownServer } from "@/lib/providers/places";
import { boundNameOf, type Provider } from "@/lib/providers/provider";
import { providerByName, providers } from "@/lib/providers/registry";

const gate = customEndpoint({ id: "custom-gate", name: "Gate", boundName: "custom-gate", models: [] });
const connection = { baseUrl: "https://provider.test", headers: {} };
const plain: Omit<ChatRequest, "model"> = {
  messages: [{ role: "user", content: "Why do tides turn?" }],
  stream: true,
  temperature: 0.5,
  topP: 1,
  presencePenalty: 0,
  frequencyPenalty: 0,
  maxOutputTokens: 4000,
};

function providerAt(place: string): Provider {
  const provider = place === ownServer ? gate : providerByName(place);
  if (!provider) throw new Error(`The registry has no ${place}.`);
  return provider;
}

/** Returns the URL and body of a request with some controls. */
async function callOf(place: string, model: string, controls?: ModelControls) {
  const codec = withControls(await providerAt(place).chat(model), place);
  const { url, body = "" } = codec.buildRequest({ ...plain, model, ...(controls && { controls }) }, connection);
  return { url, body };
}

/** Returns the top fields of a body that differ from a request without controls; a removed field is `undefined`. */
async function changed(place: string, model: string, controls: ModelControls) {
  const before: Record<string, unknown> = JSON.parse((await callOf(place, model)).body);
  const after: Record<string, unknown> = JSON.parse((await callOf(place, model, controls)).body);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(differing.map((name) => [name, after[name]]));
}

const unsampled = { temperature: undefined, top_k: undefined };
const gemini = { temperature: 0.5, topP: 1 };
const qwen = { result_format: "message", incremental_output: true, temperature: 0.5, top_p: 0.99 };

test.each<[string, string, ModelControls, object]>([
  ["OpenAI", "gpt-5", { thinking: "low" }, { reasoning_effort: "low" }],
  ["OpenAI", "gpt-5", { verbosity: "low" }, { verbosity: "low" }],
  ["OpenAI", "o3", { thinking: "high" }, { reasoning_effort: "high" }],
  ["OpenAI", "gpt-5.1", { thinking: "off" }, { reasoning_effort: "none" }],
  ["OpenAI", "gpt-5.6-sol", { thinking: "off", verbosity: "high" }, { reasoning_effort: "none", verbosity: "high" }],
  ["OpenAI", "gpt-6-astra", { thinking: "high" }, { reasoning: { summary: "auto", effort: "high" } }],
  ["OpenAI", "gpt-6-astra", { verbosity: "medium" }, { text: { verbosity: "medium" } }],
  ["Azure", "gpt-5.4", { thinking: "off" }, { reasoning_effort: "none" }],
  ["302.AI", "o4-mini", { thinking: "low" }, { reasoning_effort: "low" }],
  [
    "Anthropic",
    "claude-haiku-4-5",
    { thinking: "low" },
    { ...unsampled, thinking: { type: "enabled", budget_tokens: 1024 } },
  ],
  [
    "Anthropic",
    "claude-3-7-sonnet-latest",
    { thinking: "high" },
    { ...unsampled, top_p: undefined, max_tokens: 28_576, thinking: { type: "enabled", budget_tokens: 24_576 } },
  ],
  ["Anthropic", "claude-haiku-4-5", { thinking: "off" }, { thinking: { type: "disabled" } }],
  [
    "Anthropic",
    "claude-sonnet-4-6",
    { thinking: "medium" },
    { ...unsampled, thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "medium" } },
  ],
  [
    "Anthropic",
    "claude-opus-4-8",
    { thinking: "high" },
    { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "high" } },
  ],
  ["Anthropic", "claude-opus-4-8", { thinking: "off" }, {}],
  ["Anthropic", "claude-opus-5", { thinking: "off" }, { thinking: { type: "disabled" } }],
  ["Anthropic", "claude-fable-5-2", { thinking: "low" }, { output_config: { effort: "low" } }],
  [
    "Google",
    "gemini-2.5-flash",
    { thinking: "off" },
    { generationConfig: { ...gemini, maxOutputTokens: 4000, thinkingConfig: { thinkingBudget: 0 } } },
  ],
  [
    "Google",
    "gemini-2.5-pro",
    { thinking: "medium" },
    {
      generationConfig: {
        ...gemini,
        maxOutputTokens: 12_192,
        thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 },
      },
    },
  ],
  [
    "Google",
    "gemini-3.8-flash",
    { thinking: "low" },
    {
      generationConfig: {
        ...gemini,
        maxOutputTokens: 4000,
        thinkingConfig: { includeThoughts: true, thinkingLevel: "LOW" },
      },
    },
  ],
  ["Alibaba", "qwen3.8-max", { thinking: "off" }, { parameters: { ...qwen, enable_thinking: false } }],
  ["Alibaba", "qwen-plus", { thinking: "on" }, { parameters: { ...qwen, enable_thinking: true } }],
  [
    "Alibaba",
    "qwen-plus",
    { thinking: "low" },
    { parameters: { ...qwen, enable_thinking: true, thinking_budget: 1024 } },
  ],
  ["SiliconFlow", "Qwen/Qwen3-8B", { thinking: "medium" }, { enable_thinking: true, thinking_budget: 8192 }],
  ["OpenRouter", "openai/gpt-6-luna", { thinking: "off" }, { reasoning: { effort: "none" } }],
  ["OpenRouter", "anthropic/claude-opus-5.5", { thinking: "low" }, { reasoning: { effort: "low" } }],
  ["OpenRouter", "z-ai/glm-5", { thinking: "on" }, { reasoning: { enabled: true } }],
  ["OpenRouter", "openai/gpt-5", { verbosity: "low" }, { verbosity: "low" }],
  ["DeepSeek", "deepseek-v4-pro", { thinking: "off" }, { thinking: { type: "disabled" } }],
  ["DeepSeek", "deepseek-v4-pro", { thinking: "high" }, { thinking: { type: "enabled" }, reasoning_effort: "high" }],
  ["Moonshot", "kimi-k2.6", { thinking: "off" }, { thinking: { type: "disabled" } }],
  ["ChatGLM", "glm-5", { thinking: "on" }, { thinking: { type: "enabled" } }],
  ["ByteDance", "doubao-seed-1-8", { thinking: "off" }, { thinking: { type: "disabled" } }],
  ["XAI", "grok-3-mini", { thinking: "high" }, { reasoning_effort: "high" }],
  ["Groq", "qwen/qwen3.6-27b", { thinking: "on" }, { reasoning_effort: "default" }],
  ["Groq", "openai/gpt-oss-120b", { thinking: "medium" }, { reasoning_effort: "medium" }],
  ["Ollama", "qwen3:8b", { thinking: "off" }, { reasoning_effort: "none" }],
  ["llama.cpp", "Qwen3-8B-Q4_K_M.gguf", { thinking: "off" }, { chat_template_kwargs: { enable_thinking: false } }],
  ["vLLM", "deepseek-ai/DeepSeek-V3.1", { thinking: "on" }, { chat_template_kwargs: { thinking: true } }],
  ["LM Studio", "openai/gpt-oss-20b", { thinking: "low" }, { reasoning_effort: "low" }],
  [ownServer, "gpt-5", { thinking: "low", verbosity: "low" }, { reasoning_effort: "low", verbosity: "low" }],
  [ownServer, "claude-opus-5-5", { thinking: "medium" }, { reasoning_effort: "medium" }],
])("%s sends for %s %j", async (place, model, controls, fields) => {
  expect(await changed(place, model, controls)).toStrictEqual(fields);
});

test.each<[string, string, ModelControls]>([
  ["OpenAI", "gpt-4o", { thinking: "high", verbosity: "high" }],
  ["OpenAI", "gpt-5", { thinking: "off" }],
  ["OpenAI", "gpt-5-chat", { thinking: "low", verbosity: "low" }],
  ["Anthropic", "claude-opus-5-5", { thinking: "off", verbosity: "low" }],
  ["Google", "gemini-3-pro-image", { thinking: "low" }],
  ["Google", "gemini-2.5-pro", { thinking: "off" }],
  ["Alibaba", "qwen3-coder-plus", { thinking: "off" }],
  ["Mistral", "mistral-large-latest", { thinking: "low" }],
  ["Ollama", "llama3.2", { thinking: "off" }],
])("%s sends for %s nothing that the model does not have: %j", async (place, model, controls) => {
  expect(await callOf(place, model, controls)).toEqual(await callOf(place, model));
});

const sampling = { seed: 7, stop: ["END", "\n\n"], topK: 40, minP: 0.05 };
const all = { seed: 7, stop: ["END", "\n\n"], top_k: 40, min_p: 0.05 };

test.each<[string, string, object]>([
  ["llama.cpp", "gemma-3", all],
  ["vLLM", "gemma-3", all],
  ["LM Studio", "gemma-3", all],
  [ownServer, "gemma-3", all],
  ["Ollama", "gemma3", { seed: 7, stop: all.stop }],
  ["OpenAI", "gpt-4o", { seed: 7, stop: all.stop }],
  ["OpenRouter", "openai/gpt-4o", { seed: 7, stop: all.stop }],
  ["Mistral", "mistral-large-latest", { stop: all.stop }],
  ["OpenAI", "gpt-6-astra", {}],
  ["OpenAI", "gpt-image-2", {}],
  ["Anthropic", "claude-haiku-4-5", {}],
  ["Google", "gemini-2.5-pro", {}],
  ["Alibaba", "qwen-plus", {}],
])("of the optional sampling parameters, %s gets for %s: %j", async (place, model, fields) => {
  expect(await changed(place, model, sampling)).toStrictEqual(fields);
});

const loaded = { contextLength: 8192 };

test.each<[string, ModelControls, object]>([
  ["qwen3:8b", { thinking: "off" }, { think: false }],
  ["gpt-oss:20b", { thinking: "high" }, { think: "high" }],
  ["llama3.2", { thinking: "high" }, {}],
])("Ollama's own API gets for %s %j: %j", async (model, controls, fields) => {
  expect(JSON.parse((await callOf("Ollama", model, { ...loaded, ...controls, ...sampling })).body)).toEqual({
    model,
    messages: plain.messages,
    stream: true,
    options: {
      temperature: 0.5,
      top_p: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      num_ctx: 8192,
      seed: 7,
      stop: ["END", "\n\n"],
    },
    ...fields,
  });
});

/** A chat model of each provider: its last one, which is the newest in most lists. */
const chatModels: readonly (readonly [place: string, model: string])[] = [
  ...Object.values<Provider>(providers)
    // It only makes images.
    .filter(({ id }) => id !== "stability")
    .map((provider) => [boundNameOf(provider), provider.models.at(-1) ?? "qwen3-8b"] as const),
  [ownServer, "qwen3-8b"],
];

test.each(chatModels)("without controls, the call to %s for %s is that of the codec", async (place, model) => {
  const codec = await providerAt(place).chat(model);
  const request = { ...plain, model };
  expect(withControls(codec, place).buildRequest(request, connection)).toEqual(codec.buildRequest(request, connection));
});

test("a request that asks for thinking uses the Responses API, which returns summaries", async () => {
  expect(await callOf("OpenAI", "gpt-5.6-sol", { thinking: "high" })).toMatchObject({
    url: "https://provider.test/v1/responses",
    body: expect.stringContaining('"reasoning":{"summary":"auto","effort":"high"}'),
  });
});
