import { families, familyOf } from "@/lib/models/family";

test.each([
  ["gpt-5-mini", "gpt"],
  ["chatgpt-4o-latest", "gpt"],
  ["dall-e-3", "gpt"],
  ["dalle-2", "gpt"],
  ["o1-preview", "gpt"],
  ["o3", "gpt"],
  ["o4-mini", "gpt"],
  ["gemini-2.5-pro", "gemini"],
  ["gemma-3-27b-it", "gemma"],
  ["Claude-Sonnet", "claude"],
  ["llama-4", "llama"],
  ["codellama", "llama"],
  ["mixtral-8x7b", "mixtral"],
  ["codestral-latest", "mixtral"],
  ["mistral-large", "mixtral"],
  ["deepseek-reasoner", "deepseek"],
  ["deepseek-r1-distill-llama-70b", "llama"],
  ["moonshot-v1", "moonshot"],
  ["kimi-k2", "moonshot"],
  ["qwen-max-latest", "qwen"],
  ["ernie-4.0", "ernie"],
  ["grok-4", "grok"],
  ["hunyuan-lite", "hunyuan"],
  ["doubao-pro", "doubao"],
  ["ep-20240101", "doubao"],
  ["chatglm3", "glm"],
  ["cogview-3", "glm"],
  ["cogvideox-flash", "glm"],
  ["llava", "none"],
  ["not-gpt", "none"],
  ["", "none"],
])("the model %p is of the family %p", (model, family) => {
  expect(familyOf(model).name).toBe(family);
});

test.each([
  ["Qwen/Qwen2.5-72B-Instruct", "qwen"],
  ["meta/llama-4", "llama"],
  ["Pro/THUDM/glm-4-9b", "glm"],
  ["deepseek-ai/DeepSeek-V3", "deepseek"],
  ["gpt/another-model", "none"],
])("in %p the vendor's path is not the prefix", (model, family) => {
  expect(familyOf(model).name).toBe(family);
});

test("every family but the product's own has two letters, all of them different", () => {
  const letters = Object.values(families)
    .filter(({ name }) => name !== "none")
    .map((family) => family.letters);
  expect(letters.filter((pair) => pair.length !== 2)).toEqual([]);
  expect(new Set(letters).size).toBe(letters.length);
  expect(families.none.letters).toBe("");
});
