import { knowledgeCutoff } from "@/lib/models/knowledge-cutoff";
import { listModels } from "@/lib/models/model-list";
import { roleModelOf } from "@/lib/models/role-model";
import { takesTools } from "@/lib/models/takes-tools";
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

describe("the model that writes titles", () => {
  const models = listModels({
    providers: [
      listing("openai", "OpenAI", ["gpt-5", "gpt-4.1", "gpt-4o-mini"]),
      listing("google", "Google", ["gemini-2.5-pro", "gemini-3.5-flash-lite"]),
      listing("deepseek", "DeepSeek", ["deepseek-chat"]),
    ],
  });
  test.each([
    ["gpt-5", models, "gpt-4.1"],
    ["chatgpt-4o-latest", models, "gpt-4.1"],
    ["gemini-2.5-pro", models, "gemini-3.5-flash-lite"],
    ["deepseek-reasoner", models, "deepseek-chat"],
    ["claude-opus-5-5", models, undefined],
    ["gpt-5", models.filter(({ name }) => name !== "gpt-4.1"), "gpt-4o-mini"],
    ["gpt-5", models.map((model) => ({ ...model, available: false })), undefined],
  ])("beside %s", (model, list, expected) => {
    expect(roleModelOf(model, list)?.name).toBe(expected);
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
])("plugins are offered with %s's %s: %s", (provider, model, isOffered) => {
  expect(takesTools(provider, model)).toBe(isOffered);
});
