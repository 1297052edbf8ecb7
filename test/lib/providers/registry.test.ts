import type { ChatRequest } from "@/lib/chat/request";
import { llamaCpp } from "@/lib/providers/llama-cpp";
import { lmStudio } from "@/lib/providers/lm-studio";
import { ollama } from "@/lib/providers/ollama";
import { openai } from "@/lib/providers/openai";
import { boundNameOf, type Provider, routeOf } from "@/lib/providers/provider";
import { providerById, providerByName, providers } from "@/lib/providers/registry";
import { vllm } from "@/lib/providers/vllm";

test("finds a provider by its id and by its name", () => {
  expect(providerById("openai")).toBe(openai);
  expect(providerByName("OpenAI")).toBe(openai);
  expect(providerById("llamacpp")).toBe(llamaCpp);
  expect(providerByName("llama.cpp")).toBe(llamaCpp);
});

test.each(["", "nobody", "constructor"])("finds no provider for %p", (unknown) => {
  expect(providerById(unknown)).toBeUndefined();
  expect(providerByName(unknown)).toBeUndefined();
});

test("ids and names are unique", () => {
  const all = Object.values<Provider>(providers);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test("providers are in the specification's order, then others, then those on this computer", () => {
  const specified = [
    "OpenAI",
    "Azure",
    "Google",
    "Anthropic",
    "Baidu",
    "ByteDance",
    "Alibaba",
    "Tencent",
    "Moonshot",
    "Iflytek",
    "XAI",
    "ChatGLM",
    "DeepSeek",
    "SiliconFlow",
  ];
  const others = [
    "302.AI",
    "Stability",
    "Mistral",
    "Groq",
    "OpenRouter",
    "Ollama",
    "LM Studio",
    "llama.cpp",
    "vLLM",
    "Demo",
  ];
  const known = new Set([...specified, ...others]);
  const names = Object.values<Provider>(providers).map(boundNameOf);
  expect(names.filter((name) => known.has(name))).toEqual([...specified, ...others]);
});

test("providers are displayed as they spell their names", () => {
  expect([providers.iflytek.name, providers.xai.name]).toEqual(["iFLYTEK", "xAI"]);
});

// The first and the last of the specified models, and how many there are; today's stand behind them.
test.each([
  ["OpenAI", 38, "gpt-3.5-turbo", "o4-mini"],
  ["Azure", 38, "gpt-3.5-turbo", "o4-mini"],
  ["ByteDance", 6, "Doubao-lite-4k", "Doubao-pro-128k"],
  ["Moonshot", 10, "moonshot-v1-auto", "kimi-latest"],
  ["Iflytek", 5, "general", "4.0Ultra"],
  ["XAI", 25, "grok-beta", "grok-code-fast-1"],
  ["ChatGLM", 14, "glm-4-plus", "cogview-3-flash"],
  ["DeepSeek", 3, "deepseek-chat", "deepseek-reasoner"],
  ["SiliconFlow", 14, "Qwen/Qwen2.5-7B-Instruct", "Pro/deepseek-ai/DeepSeek-V3"],
  ["302.AI", 22, "deepseek-chat", "gemini-2.5-pro"],
])("%s has its %d specified models first, from %s to %s, and each once", (name, count, first, last) => {
  const models = providerByName(name)?.models ?? [];
  expect([models[0], models[count - 1]]).toEqual([first, last]);
  expect(new Set(models).size).toBe(models.length);
});

test("only providers whose list is the only source of their models fetch it at startup", () => {
  const eager = Object.values<Provider>(providers).filter(({ listsModelsAtStart }) => listsModelsAtStart);
  expect(eager.map(({ name }) => name)).toEqual(["SiliconFlow", "302.AI", "OpenRouter"]);
  expect(eager.filter(({ modelList }) => !modelList)).toEqual([]);
});

test("the route of a provider is its id, except that of 302.AI", () => {
  const routed = Object.values<Provider>(providers).filter((provider) => routeOf(provider) !== provider.id);
  expect(routed.map((provider) => [provider.id, routeOf(provider)])).toEqual([["ai302", "302ai"]]);
});

const local: readonly (readonly [string, string, Provider])[] = [
  ["ollama", "http://localhost:11434", ollama],
  ["lmstudio", "http://localhost:1234", lmStudio],
  ["llamacpp", "http://localhost:8080", llamaCpp],
  ["vllm", "http://localhost:8000", vllm],
];

describe.each(local)("the local provider %s", (id, address, provider) => {
  const connection = { baseUrl: address, headers: {} };

  test("has its default address, never uses the relay, and needs no key", () => {
    expect(provider.fields.url).toMatchObject({ kind: "endpoint", publicUrl: address });
    expect(provider).toMatchObject({ id, isLocal: true, relayed: [], models: [] });
    expect(provider.auth({ url: "", apiKey: "" })).toEqual({});
  });

  test("is called in the common dialect", async () => {
    const request: ChatRequest = { model: "m", messages: [{ role: "user", content: "Hi" }], stream: true };
    const { url, body } = (await provider.chat("m")).buildRequest(request, connection);
    expect(url).toBe(`${address}/v1/chat/completions`);
    expect(JSON.parse(body ?? "")).toEqual({ ...request, stream_options: { include_usage: true } });
  });

  test("offers all models that it lists", () => {
    expect(provider.modelList?.buildRequest(connection).url).toBe(`${address}/v1/models`);
    expect(provider.modelList?.parseResponse({ data: [{ id: "llama4:8b" }, { id: "gemma" }] })).toEqual([
      "llama4:8b",
      "gemma",
    ]);
  });
});
