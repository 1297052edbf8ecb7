import { contextWindowOf } from "@/lib/models/context-window";

test.each([
  ["gpt-3.5-turbo-0125", 16_385],
  ["gpt-4", 8192],
  ["gpt-4-32k", 32_768],
  ["gpt-4-1106-preview", 128_000],
  ["gpt-4o-mini-2024-07-18", 128_000],
  ["gpt-4.1-nano", 1_047_576],
  ["gpt-5-mini", 400_000],
  ["gpt-5-chat", 128_000],
  ["o1-mini", 128_000],
  ["o4-mini", 200_000],
  ["claude-2.0", 100_000],
  ["claude-sonnet-4-20250514", 200_000],
  ["gemini-1.5-pro-002", 2_097_152],
  ["gemini-2.5-pro", 1_048_576],
  ["grok-4", 256_000],
  ["deepseek-reasoner", 128_000],
  ["moonshot-v1-32k-vision-preview", 32_000],
  ["Doubao-pro-128k", 128_000],
  ["ernie-4.0-8k-latest", 8000],
  ["meta-llama/Llama-3.3-70B-Instruct", undefined],
  ["local-tide:7b", undefined],
])("%s takes %p tokens", (model, tokens) => {
  expect(contextWindowOf(model)).toBe(tokens);
});
