import type { ChatRequest } from "@/lib/chat/request";
import { openAICodec } from "@/lib/providers/codecs/openai/openai-wire";

const connection = { baseUrl: "https://api.openai.com", headers: {} };
const chat = "https://api.openai.com/v1/chat/completions";
const responses = "https://api.openai.com/v1/responses";

async function urlFor(model: string, hasTools: boolean): Promise<string> {
  const tools = hasTools ? [{ name: "tide", description: "", parameters: {} }] : [];
  const request: ChatRequest = { model, messages: [{ role: "user", content: "Hi" }], stream: true, tools };
  return (await openAICodec(model)).buildRequest(request, connection).url;
}

test.each([
  "gpt-4o",
  "gpt-35-turbo",
  "o3",
  "o4-mini",
  "gpt-5",
  "gpt-5.1",
  "gpt-5.3",
  "chat-latest",
  "gemini-2.5-pro",
  "my-codex",
])("%s uses chat completions, with tools and without", async (model) => {
  expect([await urlFor(model, false), await urlFor(model, true)]).toEqual([chat, chat]);
});

test.each([
  "gpt-5.4",
  "gpt-5.4-mini",
  "gpt-5.6-terra",
  "gpt-5.10",
  "gpt-6-sol",
  "gpt-6-luna",
  "gpt-6.1-terra",
  "GPT-6-Sol",
  "gpt-12",
])("%s uses the Responses API if there are tools", async (model) => {
  expect([await urlFor(model, false), await urlFor(model, true)]).toEqual([chat, responses]);
});

test.each([
  "o1-pro",
  "o3-pro-2025-06-10",
  "gpt-5-pro",
  "gpt-5.4-pro",
  "o3-deep-research",
  "o4-mini-deep-research-2025-06-26",
  "codex-mini-latest",
  "gpt-5.1-codex-max",
  "gpt-6-astra",
  "gpt-6.1-sol",
])("%s only uses the Responses API", async (model) => {
  expect([await urlFor(model, false), await urlFor(model, true)]).toEqual([responses, responses]);
});

describe("a model that uses either API parses replies of both", () => {
  const text = { type: "text-delta", text: "Tide" };

  test.each([
    ["a chunk", '{"object":"chat.completion.chunk","choices":[{"delta":{"content":"Tide"}}]}', [text]],
    ["a chunk's end", "[DONE]", [{ type: "end" }]],
    ["an event", '{"type":"response.output_text.delta","delta":"Tide"}', [text]],
    ["a keep-alive", '{"type":"keepalive"}', []],
    ["an error of chat completions", '{"error":{"message":"Gone"}}', [{ type: "error" }]],
    ["an error of the Responses API", '{"type":"error","message":"Gone"}', [{ type: "finish" }, { type: "error" }]],
  ])("by %s", async (_name, data, events) => {
    expect((await openAICodec("gpt-6-sol")).parseEvent({ data })).toMatchObject(events);
  });

  test.each([
    ["a completion", '{"choices":[{"message":{"content":"Tide"}}]}'],
    ["a response", '{"output":[{"type":"message","content":[{"type":"output_text","text":"Tide"}]}]}'],
  ])("by a whole reply of %s", async (_name, body) => {
    const codec = await openAICodec("gpt-6-sol");
    const events = codec.parseResponse({ status: 200, body }).filter(({ type }) => type !== "text-start");
    expect(events).toEqual([text, { type: "end" }]);
  });
});

test("parses the JSON of a chunk of chat completions once, and reads no counts that it lacks", async () => {
  const codec = await openAICodec("gpt-5.4");
  const parse = jest.spyOn(JSON, "parse");
  const data = JSON.stringify({ choices: [{ index: 0, delta: { content: "Tide" } }], usage: null });
  expect(codec.parseEvent({ data })).toEqual([{ type: "text-delta", text: "Tide" }]);
  expect(parse).toHaveBeenCalledTimes(1);
  parse.mockRestore();
});
