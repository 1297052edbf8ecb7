import { providers } from "@/lib/providers/registry";
import { samplingFields, unusedSampling } from "@/lib/providers/unused-sampling";

const penalties = ["presence_penalty", "frequency_penalty"];

test.each([
  ["openai", "gpt-4o-mini", []],
  ["openai", "gpt-6.1-sol", samplingFields],
  ["openai", "o3", samplingFields],
  ["openai", "gpt-image-1", samplingFields],
  ["azure", "gpt-4o", []],
  ["anthropic", "claude-3-5-sonnet-latest", penalties],
  ["anthropic", "claude-sonnet-4-5", ["top_p", ...penalties]],
  ["anthropic", "claude-opus-4-7", samplingFields],
  ["google", "gemini-2.5-pro", penalties],
  ["deepseek", "deepseek-chat", []],
] as const)("finds the sampling fields that %s does not use for %s", async (id, model, expected) => {
  expect(await unusedSampling(providers[id], model)).toEqual(expected);
});
