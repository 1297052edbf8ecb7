import type { ChatRequest } from "@/lib/chat/request";
import { openai } from "@/lib/providers/openai";

const connection = { baseUrl: "https://api.openai.com", headers: {} };

async function bodyFor(model: string, maxOutputTokens = 4000): Promise<unknown> {
  const request: ChatRequest = {
    model,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Hello" },
    ],
    stream: true,
    temperature: 0.5,
    topP: 0.9,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    maxOutputTokens,
  };
  return JSON.parse((await openai.chat(model)).buildRequest(request, connection).body ?? "");
}

const plainMessages = [
  { role: "system", content: "Be brief." },
  { role: "user", content: "Hello" },
];
const common = { stream: true, stream_options: { include_usage: true } };

test("calls chat completions", async () => {
  const request: ChatRequest = { model: "gpt-4o", messages: [], stream: true };
  expect((await openai.chat("gpt-4o")).buildRequest(request, connection).url).toBe(
    "https://api.openai.com/v1/chat/completions",
  );
});

test.each(["gpt-4", "gpt-4-turbo-preview", "gpt-3.5-turbo", "gpt-35-turbo", "gpt-oss-120b", "opus-4"])(
  "%s gets sampling and no limit",
  async (model) => {
    expect(await bodyFor(model)).toEqual({
      ...common,
      model,
      messages: plainMessages,
      temperature: 0.5,
      top_p: 0.9,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
    });
  },
);

test.each(["gpt-4o-mini", "gpt-4.1", "chatgpt-4o-latest", "gpt-4-vision-preview", "gpt-4-turbo"])(
  "%s supports vision, and gets sampling and a limit of at least 4000 tokens",
  async (model) => {
    const asked = {
      ...common,
      model,
      messages: plainMessages,
      temperature: 0.5,
      top_p: 0.9,
      presence_penalty: 0.1,
      frequency_penalty: 0.2,
    };
    expect(await bodyFor(model)).toEqual({ ...asked, max_tokens: 4000 });
    expect(await bodyFor(model, 300)).toEqual({ ...asked, max_tokens: 4000 });
    expect(await bodyFor(model, 9000)).toEqual({ ...asked, max_tokens: 9000 });
  },
);

test("a search model gets no sampling", async () => {
  const model = "gpt-4o-search-preview";
  expect(await bodyFor(model)).toEqual({ ...common, model, messages: plainMessages, max_tokens: 4000 });
});

test.each(["o1", "o1-mini", "o1-preview", "o3", "o3-mini", "o4-mini", "O3-mini"])(
  "%s gets a developer message instead of a system message, temperature 1 and a limit",
  async (model) => {
    expect(await bodyFor(model)).toEqual({
      ...common,
      model,
      messages: [
        { role: "developer", content: "Formatting re-enabled" },
        { role: "user", content: "Hello" },
      ],
      temperature: 1,
      max_completion_tokens: 4000,
    });
  },
);

test.each(["gpt-5", "gpt-5-mini", "gpt-5-chat-2025-01-01-preview"])(
  "%s gets the system message, temperature 1 and a limit",
  async (model) => {
    expect(await bodyFor(model)).toEqual({
      ...common,
      model,
      messages: plainMessages,
      temperature: 1,
      max_completion_tokens: 4000,
    });
  },
);

test.each(["gpt-5.4", "gpt-6-luna", "gpt-6.1-terra", "gpt-10", "o5", "chat-latest"])(
  "%s gets a limit and no temperature",
  async (model) => {
    expect(await bodyFor(model)).toEqual({ ...common, model, messages: plainMessages, max_completion_tokens: 4000 });
  },
);

test.each([
  ["gpt-6-luna", true],
  ["chatgpt-4o-latest", true],
  ["gpt-4o-search-preview", true],
  ["gpt-image-2", true],
  ["gpt-realtime-2", false],
  ["gpt-4o-realtime-preview", false],
  ["gpt-4o-audio-preview", false],
  ["gpt-4o-mini-tts", false],
  ["gpt-4o-transcribe", false],
  ["o3", false],
  ["dall-e-3", false],
  ["text-embedding-3-small", false],
])("whether %s in the list is offered: %s", (id, isOffered) => {
  expect(openai.modelList?.parseResponse({ data: [{ id }] })).toEqual(isOffered ? [id] : []);
});

test("sends the key as a bearer token, and omits an empty one", () => {
  expect(openai.auth({ url: "", apiKey: "sk-1" })).toEqual({ Authorization: "Bearer sk-1" });
  expect(openai.auth({ url: "", apiKey: "" })).toEqual({});
});

test("requests the model list", () => {
  expect(openai.modelList?.buildRequest({ ...connection, headers: { Authorization: "Bearer sk-1" } })).toEqual({
    method: "GET",
    url: "https://api.openai.com/v1/models",
    headers: { Authorization: "Bearer sk-1", Accept: "application/json" },
  });
});

test.each([undefined, null, "<html>", {}, { data: "no" }, { data: [{}, { id: "" }, { id: 7 }, null] }])(
  "offers no models for an invalid list: %j",
  (body) => {
    expect(openai.modelList?.parseResponse(body)).toEqual([]);
  },
);
