import { readModelGate } from "@/lib/server/model-gate";
import { sampleProviders } from "@/test/support/model-samples";

function isRefused(customModels: string, model: string, id: string, disableGPT4 = false): boolean {
  return !readModelGate({ customModels, disableGPT4 }, sampleProviders).isAllowed(model, { id });
}

// Each provider is checked for itself.
test.each([
  ["", "gpt-4", "openai", false],
  ["-all,gpt-4o-mini", "gpt-4", "openai", true],
  ["-all,gpt-4o-mini", "gpt-4o-mini", "openai", false],
  ["-all,gpt-4o-mini", "gpt-4o-mini", "azure", false],
  ["-all,gpt-4", "gpt-4", "google", true],
  ["-all,GPT-4", "gpt-4", "openai", true],
  ["-all,GPT-4", "GPT-4", "openai", false],
  ["-all,gpt-4@google", "gpt-4", "openai", true],
  ["-all,gpt-4@google", "gpt-4", "azure", true],
  ["-all,gpt-4@google", "gpt-4", "google", false],
  ["-all,mistral-large", "mistral-large", "openai", false],
  ["-all,mistral-large", "mistral-large", "google", true],
  ["+my@foo", "my", "openai", true],
  ["-gpt-4@openai", "gpt-4", "openai", true],
  ["-gpt-4@openai", "gpt-4", "azure", false],
  ["+Doubao-lite-4k@bytedance=ep-1", "ep-1", "bytedance", false],
  ["+Doubao-lite-4k@bytedance=ep-1", "Doubao-lite-4k", "bytedance", true],
  ["+gpt-3.5-turbo@azure=gpt35", "gpt35", "azure", false],
  ["+gpt-3.5-turbo@azure=gpt35", "gpt35", "openai", true],
  ["+gpt-4", "unknown model", "openai", true],
  ["+gpt-4", "gpt-4 ", "openai", true],
])("with %p, whether %p is rejected at %s: %s @C3.2 @C3.3 @C3.4", (customModels, model, id, refused) => {
  expect(isRefused(customModels, model, id)).toBe(refused);
});

test.each([
  ["gpt-4", "openai", true],
  ["GPT-4.1", "azure", true],
  ["chatgpt-4o-latest", "openai", true],
  ["o1-preview", "openai", true],
  ["openai/gpt-4o", "openrouter", true],
  ["ft:gpt-4o-2024-08-06:us::1", "openai", true],
  ["gpt-4o-mini", "openai", false],
  ["openai/gpt-4o-mini", "openrouter", false],
  ["gpt-6-luna", "openai", false],
  ["gemini-2.5-pro", "google", false],
])("without GPT-4, whether %p is rejected at %s: %s", (model, id, refused) => {
  expect(isRefused("", model, id, true)).toBe(refused);
});

test("DISABLE_GPT4 has priority over a list that adds GPT-4", () => {
  expect(isRefused("+gpt-4", "gpt-4", "openai", true)).toBe(true);
});
