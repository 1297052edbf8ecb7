import { existsSync, readFileSync } from "node:fs";
import { families, familyOf, familyOfProvider } from "@/lib/models/family";
import type { Provider } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/registry";
import { familyIcons } from "@/scripts/family-icons.mjs";

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
])("ignores the vendor's path in %p", (model, family) => {
  expect(familyOf(model).name).toBe(family);
});

test("every family except the product's own has a unique abbreviation of two letters", () => {
  const letters = Object.values(families)
    .filter(({ name }) => name !== "none")
    .map((family) => family.letters);
  expect(letters.filter((pair) => pair.length !== 2)).toEqual([]);
  expect(new Set(letters).size).toBe(letters.length);
  expect(families.none.letters).toBe("");
});

test.each([
  ["openai", "openai"],
  ["azure", "azure"],
  ["google", "google"],
  ["anthropic", "anthropic"],
  ["mistral", "mistral"],
  ["groq", "groq"],
  ["openrouter", "openrouter"],
  ["lmstudio", "lmstudio"],
])("the provider %p has its own icon %p, even if it serves models of others", (id, icon) => {
  const provider = Object.values<Provider>(providers).find((each) => each.id === id);
  expect(provider && families[familyOfProvider(provider)].icon).toBe(icon);
});

test("every built-in provider has its own icon, except two without one", () => {
  const tiles = Object.values<Provider>(providers).map((provider) => ({
    provider: provider.name,
    icon: families[familyOfProvider(provider)].icon,
  }));
  expect(tiles.filter(({ icon }) => icon === "").map(({ provider }) => provider)).toEqual(["llama.cpp", "Demo"]);
  const icons = tiles.map(({ icon }) => icon);
  expect(new Set(icons).size).toBe(icons.length - 1);
});

test("a model of an unknown family has the tile of its provider", () => {
  expect(familyOf("4.0Ultra", "iflytek").name).toBe("iflytek");
  expect(familyOf("openai/gpt-5", "openrouter").name).toBe("gpt");
  expect(familyOf("llava", "llamacpp").name).toBe("llamacpp");
  expect(familyOf("any", "my server").name).toBe("none");
});

test("the build copies the icons of the table, each a file with one color", () => {
  const used = Object.values(families).flatMap(({ icon }) => icon || []);
  expect([...familyIcons].sort()).toEqual([...new Set(used)].sort());
  for (const icon of familyIcons) {
    const file = `node_modules/@lobehub/icons-static-svg/icons/${icon}.svg`;
    expect([icon, existsSync(file)]).toEqual([icon, true]);
    expect(readFileSync(file, "utf8")).not.toMatch(/#[0-9a-f]{3}|<script|href/i);
  }
});
