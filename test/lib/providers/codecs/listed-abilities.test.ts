import { listedAbilities, type ServerKind } from "@/lib/providers/codecs/listed-abilities";
import { readAbilities } from "@/lib/providers/model-abilities";

const connection = { baseUrl: "http://server.test", headers: {} };
const listOf = (...data: readonly object[]) => ({ object: "list", data });

test.each<[string, object, object]>([
  [
    "OpenRouter",
    {
      id: "openai/gpt-6-luna",
      context_length: 1_050_000,
      architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] },
      top_provider: { context_length: 1_050_000, max_completion_tokens: 128_000 },
      supported_parameters: ["tools", "tool_choice", "reasoning", "max_tokens"],
    },
    { vision: true, tools: true, thinking: true, window: 1_050_000, maxOutput: 128_000 },
  ],
  [
    "OpenRouter",
    { id: "a/plain", context_length: 8192, architecture: { input_modalities: ["text"] }, supported_parameters: [] },
    { vision: false, tools: false, thinking: false, window: 8192 },
  ],
  ["vLLM", { id: "Qwen/Qwen3-8B", owned_by: "vllm", max_model_len: 40_960 }, { window: 40_960 }],
  ["Groq", { id: "x", context_window: 131_072, max_completion_tokens: 65_536 }, { window: 131_072, maxOutput: 65_536 }],
  [
    "Mistral",
    {
      id: "x",
      max_context_length: 131_072,
      capabilities: { completion_chat: true, function_calling: true, vision: false },
    },
    { vision: false, tools: true, window: 131_072 },
  ],
  [
    "a llama.cpp router",
    {
      id: "x",
      owned_by: "llamacpp",
      architecture: { input_modalities: ["text", "image"] },
      meta: { n_ctx_train: 32_768 },
    },
    { vision: true, window: 32_768 },
  ],
])("reads the abilities in a list of %s", (_name, model, expected) => {
  const codec = listedAbilities();
  const list = listOf(model);
  expect(codec.buildRequests(list, connection)).toEqual([]);
  expect(codec.parseResponses(list, [])).toEqual({ [(model as { id: string }).id]: expected });
});

test.each([[undefined], [[]], [{ data: 3 }], [{ data: [3, null, {}, { id: "x", capabilities: 4, meta: [] }] }]])(
  "reads nothing in %j",
  (list) => {
    expect(listedAbilities("unknown").parseResponses(list, [{ body: list }])).toEqual({});
  },
);

const ollama = listOf({ id: "gemma3:12b", owned_by: "library" }, { id: "qwen3:8b", owned_by: "library" });

test("asks Ollama about each model, and skips what it does not answer", () => {
  const codec = listedAbilities("ollama");
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const showCall = (model: string) => ({
    model,
    call: { method: "POST", url: "http://server.test/api/show", headers, body: JSON.stringify({ model }) },
  });
  expect(codec.buildRequests(ollama, connection)).toEqual([showCall("gemma3:12b"), showCall("qwen3:8b")]);
  const body = { capabilities: ["completion", "vision"], model_info: { "gemma3.context_length": 131_072 } };
  expect(codec.parseResponses(ollama, [{ model: "gemma3:12b", body }])).toEqual({
    "gemma3:12b": { vision: true, tools: false, thinking: false, maxWindow: 131_072 },
  });
});

test.each([
  [{}],
  [{ "gemma3.context_length": "long" }],
  [{ "gemma3.attention.context_length": 4096, "general.parameter_count": 12 }],
  ["x"],
])("Ollama's description with %j tells no longest context", (model_info) => {
  const body = { capabilities: [], model_info };
  expect(listedAbilities("ollama").parseResponses(ollama, [{ model: "qwen3:8b", body }])).toEqual({
    "qwen3:8b": { vision: false, tools: false, thinking: false },
  });
});

test("asks LM Studio about all models, and skips those that the list lacks", () => {
  const codec = listedAbilities("lm-studio");
  const list = listOf({ id: "google/gemma-3-4b", owned_by: "organization_owner" });
  expect(codec.buildRequests(list, connection).map(({ call }) => call.url)).toEqual([
    "http://server.test/api/v1/models",
  ]);
  const told = (key: string, vision: boolean) => ({
    type: "llm",
    key,
    max_context_length: 131_072,
    capabilities: { vision, trained_for_tool_use: false, reasoning: { allowed_options: ["on"], default: "on" } },
  });
  const body = { models: [told("google/gemma-3-4b", true), told("other", false)] };
  expect(codec.parseResponses(list, [{ body }])).toEqual({
    "google/gemma-3-4b": { vision: true, tools: false, thinking: true, window: 131_072 },
  });
});

test("asks llama.cpp for the properties of its only model, whose context may be shorter than that of its training", () => {
  const codec = listedAbilities("llama.cpp");
  const one = { id: "m.gguf", owned_by: "llamacpp", meta: { n_ctx_train: 131_072 } };
  expect(codec.buildRequests(listOf(one), connection).map(({ call }) => call.url)).toEqual([
    "http://server.test/props",
  ]);
  const body = { modalities: { vision: true, audio: false }, default_generation_settings: { n_ctx: 8192 } };
  expect(codec.parseResponses(listOf(one), [{ body }])).toEqual({ "m.gguf": { vision: true, window: 8192 } });
  expect(codec.buildRequests(listOf(one, { ...one, id: "n.gguf" }), connection)).toEqual([]);
});

test.each<[ServerKind | "unknown" | undefined, object, number]>([
  ["unknown", ollama, 2],
  ["unknown", listOf({ id: "x", owned_by: "organization_owner" }), 1],
  ["unknown", listOf({ id: "x", owned_by: "llamacpp" }), 1],
  ["unknown", listOf({ id: "x", owned_by: "openai" }), 0],
  ["ollama", listOf({ id: "hf.co/a/b", owned_by: "a" }), 1],
  [undefined, ollama, 0],
])("a server that is %s with the list %j is sent %d calls", (server, list, count) => {
  expect(listedAbilities(server).buildRequests(list, connection)).toHaveLength(count);
});

test("stored abilities are read, and invalid values are skipped", () => {
  const stored = {
    a: { vision: true, tools: "yes", window: 8192, maxOutput: -1, maxWindow: 131_072, other: 1 },
    b: { thinking: false },
    c: { vision: 1 },
    d: null,
  };
  expect(readAbilities(stored)).toEqual({
    a: { vision: true, window: 8192, maxWindow: 131_072 },
    b: { thinking: false },
  });
  expect(readAbilities("x")).toEqual({});
});
