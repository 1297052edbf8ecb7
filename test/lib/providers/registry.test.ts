import type { ChatRequest } from "@/lib/chat/request";
import { llamaCpp } from "@/lib/providers/llama-cpp";
import { lmStudio } from "@/lib/providers/lm-studio";
import { ollama } from "@/lib/providers/ollama";
import { openai } from "@/lib/providers/openai";
import type { Provider } from "@/lib/providers/provider";
import { providerById, providerByName, providers } from "@/lib/providers/registry";

test("a provider is found by its id and by its name", () => {
  expect(providerById("openai")).toBe(openai);
  expect(providerByName("OpenAI")).toBe(openai);
  expect(providerById("llamacpp")).toBe(llamaCpp);
  expect(providerByName("llama.cpp")).toBe(llamaCpp);
});

test.each(["", "nobody", "constructor"])("no provider is called %p", (unknown) => {
  expect(providerById(unknown)).toBeUndefined();
  expect(providerByName(unknown)).toBeUndefined();
});

test("ids and names are each used once", () => {
  const all = Object.values<Provider>(providers);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test("providers are offered in the specified order, those on the person's own computer and the demonstration last", () => {
  const order = ["openai", "baidu", "alibaba", "tencent", "stability", "ollama", "lmstudio", "llamacpp", "demo"];
  const ids = Object.values<Provider>(providers).map(({ id }) => id);
  expect(ids.filter((id) => order.includes(id))).toEqual(order);
});

const local: readonly (readonly [string, string, Provider])[] = [
  ["ollama", "http://localhost:11434", ollama],
  ["lmstudio", "http://localhost:1234", lmStudio],
  ["llamacpp", "http://localhost:8080", llamaCpp],
];

describe.each(local)("the local provider %s", (id, address, provider) => {
  const connection = { baseUrl: address, headers: {} };

  test("is reached at its usual address, never by the relay, and needs no key", () => {
    expect(provider.fields.url).toMatchObject({ kind: "endpoint", publicUrl: address });
    expect(provider).toMatchObject({ id, isLocal: true, relayed: [], models: [] });
    expect(provider.auth({ url: "", apiKey: "" })).toEqual({});
  });

  test("is asked in the common dialect", async () => {
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
