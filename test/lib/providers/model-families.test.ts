import { acceptsImages } from "@/lib/providers/model-families";

test.each([
  "gpt-4-vision",
  "gpt-4-vision-preview",
  "gpt-4o-mini",
  "gpt-4.1-nano",
  "gpt-4-turbo",
  "gpt-4-turbo-2024-04-09",
  "gpt-5",
  "chatgpt-4o-latest",
  "claude-3-opus",
  "claude-sonnet-4-20250514",
  "claude-3-5-haiku-latest",
  "gemini-1.5-pro",
  "gemini-2.0",
  "gemini-2.5-pro",
  "gemini-exp-1206",
  "learnlm-1.5-pro-experimental",
  "qwen-vl-max",
  "qwen2-vl-max",
  "Qwen/Qwen2.5-VL-72B-Instruct",
  "glm-4v",
  "hunyuan-vision",
  "moonshot-v1-8k-vision-preview",
  "grok-2-vision",
  "grok-4",
  "Grok-4-fast",
  "o3",
  "o3-mini",
  "o4-mini",
  "dall-e-3",
])("%s supports vision", (model) => {
  expect(acceptsImages(model)).toBe(true);
});

test.each([
  "",
  "gpt-3.5-turbo",
  "gpt-4",
  "gpt-4-turbo-preview",
  "gpt-4-1106-preview",
  "claude-2.1",
  "claude-3-5-haiku-20241022",
  "gemini-pro",
  "o1-mini",
  "deepseek-chat",
  "kimi-latest",
  "grok-3",
  "qwen-max",
  "my-dall-e-3",
])("%j does not support vision", (model) => {
  expect(acceptsImages(model)).toBe(false);
});

test.each([
  ["llava:13b", true],
  ["bakllava", true],
  ["gemma3:12b", true],
  ["google/gemma-3-4b-it", true],
  ["gemma3:1b", false],
  ["gemma3n:e4b", false],
  ["minicpm-v:8b", true],
  ["moondream:1.8b", true],
  ["mistral-small3.2:24b", true],
  ["mistral-small-3.1-24b-instruct", true],
  ["mistral-small-2603", true],
  ["mistral-small:24b", false],
  ["llama3.2-vision:11b", true],
  ["qwen2.5vl:7b", true],
  ["glm-4.6v", true],
  ["llama3.2:3b", false],
  ["mistral:7b", false],
])("whether %s, as local servers name it, supports vision: %s", (model, sees) => {
  expect(acceptsImages(model)).toBe(sees);
});

test.each([
  ["gpt-image-2", "OpenAI", true],
  ["openai/gpt-image-1.5", "OpenAI", true],
  ["gpt-image-2", "Azure", true],
  ["gpt-image-2", "own server", true],
  ["gpt-image-2", "own Responses server", true],
  ["gpt-image-2", "OpenRouter", false],
  ["gpt-image-2", undefined, false],
  ["dall-e-2", "OpenAI", false],
  ["gpt-4o", "Azure", true],
])("whether %s at %s accepts images: %s", (model, place, accepts) => {
  expect(acceptsImages(model, place)).toBe(accepts);
});
