import { takesPages } from "@/lib/chat/original-files";
import type { ModelMessage } from "@/lib/chat/request";
import { fileInputOf } from "@/lib/providers/file-input";
import { providerByName } from "@/lib/providers/registry";

const connection = { baseUrl: "https://provider.test", headers: {} };
const question: ModelMessage = {
  role: "user",
  content: [
    { type: "file", file: { name: "tides.pdf", dataUrl: "data:application/pdf;base64,JVBERg==" } },
    { type: "text", text: "When is high water?" },
  ],
};

async function bodyOf(place: string, model: string): Promise<unknown> {
  const codec = await providerByName(place)?.chat(model);
  const call = codec?.buildRequest({ model, messages: [question], stream: true, maxOutputTokens: 100 }, connection);
  return JSON.parse(call?.body ?? "{}");
}

test("Anthropic gets a document with its title", async () => {
  expect(await bodyOf("Anthropic", "claude-sonnet-5")).toEqual({
    model: "claude-sonnet-5",
    max_tokens: 100,
    stream: true,
    thinking: { type: "adaptive", display: "summarized" },
    messages: [
      {
        role: "user",
        content: [
          {
            type: "document",
            source: { type: "base64", media_type: "application/pdf", data: "JVBERg==" },
            title: "tides.pdf",
          },
          { type: "text", text: "When is high water?" },
        ],
      },
    ],
  });
});

test("Gemini gets inline data", async () => {
  expect(await bodyOf("Google", "gemini-2.0-flash")).toEqual({
    contents: [
      {
        role: "user",
        parts: [{ inlineData: { mimeType: "application/pdf", data: "JVBERg==" } }, { text: "When is high water?" }],
      },
    ],
    generationConfig: { maxOutputTokens: 100 },
    safetySettings: expect.any(Array),
  });
});

test("the Responses API gets an input file", async () => {
  expect(await bodyOf("OpenAI", "gpt-5-pro")).toEqual({
    model: "gpt-5-pro",
    stream: true,
    store: false,
    include: ["reasoning.encrypted_content"],
    reasoning: { summary: "auto" },
    max_output_tokens: 100,
    input: [
      {
        role: "user",
        content: [
          { type: "input_file", filename: "tides.pdf", file_data: "data:application/pdf;base64,JVBERg==" },
          { type: "input_text", text: "When is high water?" },
        ],
      },
    ],
  });
});

const filePart = {
  type: "file",
  file: { filename: "tides.pdf", file_data: "data:application/pdf;base64,JVBERg==" },
};
const chatMessages = [{ role: "user", content: [filePart, { type: "text", text: "When is high water?" }] }];

test("chat completions of OpenAI and OpenRouter get a file", async () => {
  expect(await bodyOf("OpenAI", "gpt-4o")).toEqual({
    model: "gpt-4o",
    max_tokens: 4000,
    stream: true,
    stream_options: { include_usage: true },
    messages: chatMessages,
  });
  expect(await bodyOf("OpenRouter", "anthropic/claude-opus-5.5")).toEqual({
    model: "anthropic/claude-opus-5.5",
    stream: true,
    messages: chatMessages,
  });
});

test.each([
  ["Alibaba", "qwen-vl-max"],
  ["Tencent", "hunyuan-vision"],
  ["Ollama", "llava"],
])("%s gets the text only", async (place, model) => {
  const body = JSON.stringify(await bodyOf(place, model));
  expect([body.includes("When is high water?"), body.includes("JVBERg==")]).toEqual([true, false]);
});

test.each<[string, string, boolean]>([
  ["Anthropic", "claude-3-5-sonnet-latest", true],
  ["Anthropic", "claude-haiku-4-5", true],
  ["Anthropic", "claude-3-opus-latest", false],
  ["Anthropic", "deepseek-chat", false],
  ["Google", "gemini-2.5-pro", true],
  ["Google", "gemini-pro-latest", true],
  ["Google", "gemini-3-pro-image", false],
  ["Google", "gemma-4-31b-it", false],
  ["OpenAI", "gpt-4o-mini", true],
  ["OpenAI", "chatgpt-4o-latest", true],
  ["OpenAI", "gpt-6.1-sol", true],
  ["OpenAI", "o3", true],
  ["OpenAI", "o3-mini", false],
  ["OpenAI", "o1-preview", false],
  ["OpenAI", "gpt-4-turbo", false],
  ["OpenAI", "gpt-4o-audio-preview", false],
  ["OpenAI", "gpt-3.5-turbo", false],
  ["OpenRouter", "openai/gpt-6-luna", true],
  ["OpenRouter", "anthropic/claude-3.7-sonnet", true],
  ["OpenRouter", "google/gemini-2.5-flash", true],
  ["OpenRouter", "google/gemma-3-27b-it", false],
  ["OpenRouter", "mistralai/mistral-large", false],
  ["OpenRouter", "constructor/gpt-4o", false],
  ["Azure", "gpt-4o", false],
  ["own server", "gpt-4o", false],
])("whether %s takes files for %s: %j", (place, model, takes) => {
  expect(fileInputOf(place, model) !== undefined).toBe(takes);
});

test("a provider's maximum of pages counts", () => {
  const input = fileInputOf("Anthropic", "claude-sonnet-5");
  expect([takesPages(input, 100), takesPages(input, 101), takesPages(undefined, 1)]).toEqual([true, false, false]);
  expect(takesPages(fileInputOf("OpenAI", "gpt-4o"), 5_000)).toBe(true);
});
