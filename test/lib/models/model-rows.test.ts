import { modelSettings } from "@/lib/chat/model-settings";
import { modelField, modelRows } from "@/lib/models/model-rows";
import { ownServer } from "@/lib/providers/places";

const sampling = ["temperature", "max_tokens", "top_p", "presence_penalty", "frequency_penalty"];
const others = [
  "historyMessageCount",
  "sendsWholeHistory",
  "sendMemory",
  "compressMessageLengthThreshold",
  "enableInjectSystemPrompts",
  "template",
];
const usual = [...sampling, "seed", "stop", "answerFormat", ...others];
const imageUsual = [...sampling, "seed", "stop", ...others];

test.each([
  ["OpenAI", "gpt-4o", usual],
  [
    "Google",
    "gemini-2.5-pro",
    [
      "thinking",
      "temperature",
      "max_tokens",
      "top_p",
      "answerFormat",
      "historyMessageCount",
      "sendsWholeHistory",
      "sendMemory",
      "compressMessageLengthThreshold",
    ],
  ],
  ["OpenAI", "dall-e-3", [...imageUsual, "quality", "style"]],
  ["OpenAI", "gpt-image-2", [...imageUsual, "quality", "background", "imageFormat", "imageCount"]],
  ["OpenRouter", "openai/gpt-image-2", imageUsual],
  ["ChatGLM", "cogview-4", [...sampling, ...others]],
  ["OpenAI", "gpt-5", ["thinking", "verbosity", ...usual]],
  ["OpenAI", "gpt-5-chat", usual],
  [ownServer, "qwen3-8b", ["thinking", ...sampling, "seed", "stop", "top_k", "min_p", "answerFormat", ...others]],
  ["Ollama", "llama3.2", usual],
  ["Mistral", "mistral-large", [...sampling, "stop", "answerFormat", ...others]],
  ["Anthropic", "claude-2.1", [...sampling, ...others]],
])("lists the settings rows of %s, %s", (place, model, rows) => {
  expect(modelRows({ model, place })).toEqual(rows);
});

test("a server that loads models has rows for how it does", () => {
  expect(modelRows({ model: "llama3.2", place: "Ollama", hasOllamaApi: true })).toEqual([
    ...sampling,
    "seed",
    "stop",
    "answerFormat",
    "num_ctx",
    "keep_alive",
    ...others,
  ]);
});

test.each([
  ["8192", undefined, true],
  ["8192", 8192, true],
  ["8193", 8192, false],
  ["511", 8192, false],
])("a context length of %s at a maximum of %p is accepted: %p", (text, maxWindow, isAccepted) => {
  const field = modelField("num_ctx", { model: "llama3.2", place: "Ollama", hasOllamaApi: true, maxWindow });
  expect(field.kind === "text" && field.accepts?.(text)).toBe(isAccepted);
});

test("every setting has a row, or is set by the model or size row", () => {
  const ofOtherRows = ["model", "providerName", "compressModel", "compressProviderName", "size", "answerSchema"];
  const atOpenAI = ["dall-e-3", "gpt-image-2", "gpt-5"].flatMap((model) => modelRows({ model, place: "OpenAI" }));
  const atGoogle = modelRows({ model: "gemini-3-pro-image", place: "Google" });
  const rows = new Set([...atOpenAI, ...atGoogle, ...modelRows({ model: "llama", place: "vLLM", hasOllamaApi: true })]);
  expect([...rows, ...ofOtherRows].sort()).toEqual(Object.keys(modelSettings).sort());
});

test.each([
  ["OpenAI", "gpt-5", ["auto", "low", "medium", "high"]],
  ["OpenAI", "gpt-5.1", ["auto", "off", "low", "medium", "high"]],
  ["OpenAI", "gpt-4o", ["auto"]],
  ["Google", "gemini-3-pro-preview", ["auto", "low", "high"]],
  ["DeepSeek", "deepseek-flash", ["auto", "off", "low", "high"]],
  ["ChatGLM", "glm-5", ["auto", "off", "on"]],
  ["OpenRouter", "anthropic/claude-opus-5", ["auto", "off", "low", "medium", "high"]],
  ["Ollama", "qwen3.6:27b", ["auto", "off"]],
])("thinking has the levels of %s, %s", (place, model, options) => {
  expect(modelField("thinking", { model, place })).toMatchObject({ options });
});

test.each([
  ["dall-e-3", ["standard", "hd"]],
  ["gpt-image-2", ["standard", "low", "medium", "hd"]],
])("the quality has the options of %s", (model, options) => {
  expect(modelField("quality", { model, place: "OpenAI" })).toMatchObject({ options });
});

test.each([
  ["OpenAI", "gpt-5", ["text", "json", "schema"]],
  ["Anthropic", "claude-opus-5", ["text", "schema"]],
  ["DeepSeek", "deepseek-chat", ["text", "json"]],
])("answers of %s, %s have the forms %j", (place, model, options) => {
  expect(modelField("answerFormat", { model, place })).toMatchObject({ options });
});

test("other settings have their declared fields", () => {
  expect(modelField("temperature", { model: "gpt-5", place: "OpenAI" })).toBe(modelSettings.temperature);
});
