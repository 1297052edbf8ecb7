import { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { listModels } from "@/lib/models/model-list";
import { summaryModel } from "@/lib/models/role-model";
import { supportsTools } from "@/lib/models/supports-tools";
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
])("%s knows of the world up to %s", (model, month) => {
  expect(knowledgeCutoff(model)).toBe(month);
});

describe("the model that writes titles and summaries (§3.6)", () => {
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
  ])("beside %s of %s", (model, providerName, list, expected) => {
    const settings = { model, providerName, compressModel: "", compressProviderName: "" };
    expect(summaryModel(settings, list)).toEqual({ model: expected, providerName });
  });

  test.each([
    ["is the one that was chosen", "gemini-2.5-pro", "Google", models, ["gemini-2.5-pro", "Google"]],
    ["is of the chat's provider where none was named", "gpt-4.1", "", models, ["gpt-4.1", "OpenAI"]],
    ["is another when the chosen one is gone", "gpt-4.1", "OpenAI", without("gpt-4.1"), ["gpt-4o-mini", "OpenAI"]],
    ["is another when the chosen one is another provider's", "gpt-4.1", "Google", models, ["gpt-4o-mini", "OpenAI"]],
    ["is the chat's own when all are switched off", "gpt-4.1", "OpenAI", switchedOff, ["gpt-5", "OpenAI"]],
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
])("plugins are offered with %s's %s: %s", (provider, model, isOffered) => {
  expect(supportsTools(provider, model)).toBe(isOffered);
});
