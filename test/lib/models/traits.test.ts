import { supportsVision, tagsOf } from "@/lib/models/traits";

// The specification's table.
test.each(
  (
    "gpt-4-vision gpt-4o-mini gpt-4.1-nano gpt-4-turbo gpt-4-turbo-2024-04-09 gpt-5 chatgpt-4o-latest claude-3-opus " +
    "claude-sonnet-4-20250514 claude-3-5-haiku-latest gemini-1.5-pro gemini-2.0 gemini-2.5-pro gemini-exp-1206 " +
    "learnlm-1.5 qwen-vl-max qwen2-vl-max glm-4v hunyuan-vision moonshot-v1-8k-vision-preview grok-2-vision grok-4 o3 " +
    "o3-mini o4-mini dall-e-3 claude-opus-5-5 gemini-3.8-flash gpt-6-luna kimi-k3"
  ).split(" "),
)("%s sees images", (model) => {
  expect(supportsVision(model)).toBe(true);
});

test.each(
  (
    "gpt-3.5-turbo gpt-4 gpt-4-turbo-preview gpt-4-1106-preview claude-2.1 claude-3-5-haiku-20241022 gemini-pro o1-mini " +
    "deepseek-chat kimi-latest grok-3 qwen-max kimi-k2-0711-preview"
  ).split(" "),
)("%s does not", (model) => {
  expect(supportsVision(model)).toBe(false);
});

test("a configured name sees images whatever it is called, and only it", () => {
  expect(supportsVision("deepseek-chat", "one, deepseek-chat ,two")).toBe(true);
  expect(supportsVision("deepseek", "one,deepseek-chat")).toBe(false);
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
