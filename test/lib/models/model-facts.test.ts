import { familyOf } from "@/lib/models/family";
import { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { contextWindowOf, tagsOf } from "@/lib/models/model-facts";
import { listModels } from "@/lib/models/model-list";
import { summaryModel } from "@/lib/models/role-model";
import { acceptsImages, acceptsTools } from "@/lib/providers/model-families";
import { listing } from "@/test/support/model-samples";

test.each([
  ["gpt-6-luna", "2024-10"],
  ["unknown", "2024-10"],
  ["deepseek-chat", "2024-07"],
  ["deepseek-coder", "2024-07"],
  ["deepseek-reasoner", "2024-10"],
  ["gpt-4-vision-preview", "2023-04"],
  ["gpt-4-turbo-2024-04-09", "2023-12"],
  ["gpt-4o-mini-2024-07-18", "2023-10"],
  ["o3-mini-2025-01-31", "2023-10"],
  ["gpt-4.1-nano", "2024-06"],
  ["gemini-pro-vision", "2023-12"],
])("the knowledge cutoff of %s is %s", (model, month) => {
  expect(knowledgeCutoff(model)).toBe(month);
});

describe("the model for titles and summaries", () => {
  const models = listModels({
    providers: [
      listing("openai", "OpenAI", ["gpt-5", "gpt-4.1", "gpt-4o-mini", "o3"]),
      listing("azure", "Azure", ["gpt-4o", "gpt-4o-mini"]),
      listing("google", "Google", ["gemini-2.5-pro", "gemini-3.5-flash-lite"]),
      listing("deepseek", "DeepSeek", ["deepseek-chat", "deepseek-reasoner"]),
      listing("anthropic", "Anthropic", ["claude-opus-5-5", "claude-haiku-4-5", "claude-3-haiku-20240307"]),
      listing("ollama", "Ollama", ["gpt-oss:20b", "deepseek-r1"]),
    ],
  });
  const without = (...names: readonly string[]) => models.filter(({ name }) => !names.includes(name));
  const switchedOff = models.map((model) => ({ ...model, available: false }));

  test.each([
    ["gpt-5", "OpenAI", models, "gpt-4o-mini"],
    ["chatgpt-4o-latest", "OpenAI", models, "gpt-4o-mini"],
    ["o3", "OpenAI", models, "gpt-4o-mini"],
    ["gpt-5", "OpenAI", without("gpt-4o-mini"), "gpt-4.1"],
    ["gpt-5", "OpenAI", without("gpt-4o-mini", "gpt-4.1"), "gpt-5"],
    ["gpt-5", "OpenAI", switchedOff, "gpt-5"],
    ["gemini-2.5-pro", "Google", models, "gemini-3.5-flash-lite"],
    ["gemini-2.5-pro", "Google", without("gemini-3.5-flash-lite"), "gemini-2.5-pro"],
    ["deepseek-reasoner", "DeepSeek", models, "deepseek-chat"],
    ["deepseek-reasoner", "DeepSeek", without("deepseek-chat"), "deepseek-reasoner"],
    ["claude-opus-5-5", "Anthropic", models, "claude-haiku-4-5"],
    ["claude-3-haiku-20240307", "Anthropic", models, "claude-3-haiku-20240307"],
    ["qwen-max-latest", "Alibaba", models, "qwen-max-latest"],
    // A chat goes to nobody but its own provider.
    ["gpt-4o", "Azure", models, "gpt-4o"],
    ["gpt-oss:20b", "Ollama", models, "gpt-oss:20b"],
    ["deepseek-r1", "Ollama", models, "deepseek-r1"],
  ])("for %s of %s", (model, providerName, list, expected) => {
    const settings = { model, providerName, compressModel: "", compressProviderName: "" };
    expect(summaryModel(settings, list)).toEqual({ model: expected, providerName });
  });

  test.each([
    ["is the chosen one", "gemini-2.5-pro", "Google", models, ["gemini-2.5-pro", "Google"]],
    ["is of the chat's provider if none was named", "gpt-4.1", "", models, ["gpt-4.1", "OpenAI"]],
    [
      "is another one if the chosen one was removed",
      "gpt-4.1",
      "OpenAI",
      without("gpt-4.1"),
      ["gpt-4o-mini", "OpenAI"],
    ],
    [
      "is another one if the chosen one belongs to another provider",
      "gpt-4.1",
      "Google",
      models,
      ["gpt-4o-mini", "OpenAI"],
    ],
    ["is the chat's own if all are disabled", "gpt-4.1", "OpenAI", switchedOff, ["gpt-5", "OpenAI"]],
  ])("%s", (_name, compressModel, compressProviderName, list, [model, providerName]) => {
    const settings = { model: "gpt-5", providerName: "OpenAI", compressModel, compressProviderName };
    expect(summaryModel(settings, list)).toEqual({ model, providerName });
  });
});

test.each([
  ["OpenAI", "gpt-4o", true],
  ["Azure", "any", true],
  ["Moonshot", "moonshot-v1-8k", true],
  ["ChatGLM", "glm-4", true],
  ["Anthropic", "claude-3-opus", true],
  ["Anthropic", "claude-2.1", false],
  ["Google", "gemini-2.5-pro", true],
  ["Google", "gemini-pro-vision", false],
  ["Iflytek", "general", false],
  ["Iflytek", "4.0Ultra", true],
  ["DeepSeek", "deepseek-chat", true],
  ["OpenAI", "o1-mini", false],
  ["OpenAI", "gpt-4o-search-preview", false],
  ["My server", "llama-3.1-8b", true],
  ["SiliconFlow", "Qwen/Qwen2.5-72B-Instruct", true],
  ["OpenAI", "gpt-3.5-turbo-instruct", false],
])("whether plugins are offered with %s's %s: %s", (provider, model, isOffered) => {
  expect(acceptsTools(provider, model)).toBe(isOffered);
});

// The specification's table.
test.each(
  (
    "gpt-4-vision gpt-4o-mini gpt-4.1-nano gpt-4-turbo gpt-4-turbo-2024-04-09 gpt-5 chatgpt-4o-latest claude-3-opus " +
    "claude-sonnet-4-20250514 claude-3-5-haiku-latest gemini-1.5-pro gemini-2.0 gemini-2.5-pro gemini-exp-1206 " +
    "learnlm-1.5 qwen-vl-max qwen2-vl-max glm-4v hunyuan-vision moonshot-v1-8k-vision-preview grok-2-vision grok-4 o3 " +
    "o3-mini o4-mini dall-e-3 claude-opus-5-5 gemini-3.8-flash gpt-6-luna kimi-k3"
  ).split(" "),
)("%s supports vision", (model) => {
  expect(acceptsImages(model)).toBe(true);
});

test.each(
  (
    "gpt-3.5-turbo gpt-4 gpt-4-turbo-preview gpt-4-1106-preview claude-2.1 claude-3-5-haiku-20241022 gemini-pro o1-mini " +
    "deepseek-chat kimi-latest grok-3 qwen-max kimi-k2-0711-preview"
  ).split(" "),
)("%s does not support vision", (model) => {
  expect(acceptsImages(model)).toBe(false);
});

test.each([
  ["gpt-4o-mini", ["vision"]],
  ["gpt-5", ["vision", "reasoning"]],
  ["gpt-5-chat", ["vision"]],
  ["o3", ["vision", "reasoning"]],
  ["gpt-4", []],
  ["dall-e-3", ["images"]],
  ["gpt-image-2.5-flare", ["images"]],
  ["gemini-3.1-flash-image", ["images"]],
  ["cogview-3-plus", ["images"]],
  ["cogvideox-2", ["video"]],
  ["google/gemini-2.5-flash-image:free", ["images"]],
  ["wanx2.1-t2i-turbo", ["images"]],
  ["imagen-4.0-generate-001", ["images"]],
  ["doubao-seedream-4-0-250828", ["images"]],
  ["nano-banana", ["images"]],
  ["midjourney", ["images"]],
  ["ideogram-v3", ["images"]],
  ["recraft-v3", ["images"]],
  ["Wan-AI/Wan2.2-I2V-A14B", ["video"]],
  ["wan2.2-t2v-plus", ["video"]],
  ["gemini-2.5-pro", ["vision", "reasoning"]],
  ["deepseek-reasoner", ["reasoning"]],
  ["deepseek-ai/DeepSeek-R1", ["reasoning"]],
  ["deepseek-chat", []],
  ["grok-4-fast-non-reasoning", ["vision"]],
  ["grok-4", ["vision", "reasoning"]],
  ["claude-3-opus-20240229", ["vision"]],
  ["claude-sonnet-4-20250514", ["vision", "reasoning"]],
  ["qwen-vl-max", ["vision"]],
  ["Qwen/Qwen3-235B-A22B-Thinking-2507", ["reasoning"]],
  ["kimi-thinking-preview", ["reasoning"]],
  ["hunyuan-t1-latest", ["reasoning"]],
  ["llama3.3-70b", []],
])("%s has the tags %j", (model, tags) => {
  expect(tagsOf(model)).toEqual(tags);
});

test.each([
  ["gpt-3.5-turbo-0125", 16_385],
  ["gpt-4", 8192],
  ["gpt-4-32k", 32_768],
  ["gpt-4-1106-preview", 128_000],
  ["gpt-4o-mini-2024-07-18", 128_000],
  ["gpt-4.1-nano", 1_047_576],
  ["gpt-5-mini", 400_000],
  ["gpt-5-chat", 128_000],
  ["gpt-5.1", 400_000],
  ["gpt-5.4", 1_050_000],
  ["gpt-5.4-mini", 400_000],
  ["gpt-6.1-sol", 1_050_000],
  ["openai/gpt-6-luna", 1_050_000],
  ["chat-latest", 400_000],
  ["o1-mini", 128_000],
  ["o4-mini", 200_000],
  ["claude-2.0", 100_000],
  ["claude-sonnet-4-20250514", 200_000],
  ["claude-haiku-4-5", 200_000],
  ["claude-opus-4-1-20250805", 200_000],
  ["claude-sonnet-4-6", 1_000_000],
  ["anthropic/claude-opus-4.8", 1_000_000],
  ["claude-haiku-5-5", 1_000_000],
  ["claude-fable-5-2", 1_000_000],
  ["gemini-1.5-pro-002", 2_097_152],
  ["gemini-4-argon", 1_048_576],
  ["gemini-2.5-pro", 1_048_576],
  ["grok-4", 256_000],
  ["grok-4.6", 500_000],
  ["grok-4.20-0309-reasoning", 1_000_000],
  ["grok-build-0.1", 256_000],
  ["deepseek-flash", 1_000_000],
  ["qwen3.8-max", 1_000_000],
  ["qwen3.6:27b", undefined],
  ["doubao-seed-2-1-pro-260628", 256_000],
  ["deepseek-reasoner", 128_000],
  ["moonshot-v1-32k-vision-preview", 32_000],
  ["Doubao-pro-128k", 128_000],
  ["ernie-4.0-8k-latest", 8000],
  ["meta-llama/Llama-3.3-70B-Instruct", undefined],
  ["local-tide:7b", undefined],
])("%s accepts %p tokens", (model, tokens) => {
  expect(contextWindowOf(model)).toBe(tokens);
});

test.each(["GPT-4o", "openai/gpt-4o", "OpenAI/GPT-4o-2024-08-06"])(
  "ignores letter case and the vendor's path of %s",
  (model) => {
    expect([contextWindowOf(model), knowledgeCutoff(model), acceptsImages(model), familyOf(model).name]).toEqual([
      128_000,
      "2023-10",
      true,
      "gpt",
    ]);
  },
);
