import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { ollamaNative, ollamaTags } from "@/lib/providers/codecs/ollama-native";

const connection = { baseUrl: "http://localhost:11434", headers: {} };

function bodyOf(asked: ChatRequest): unknown {
  return JSON.parse(ollamaNative.buildRequest(asked, connection).body ?? "");
}

test("a call has its sampling and its limit among the options", () => {
  const request: ChatRequest = {
    model: "qwen3.6:27b",
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
    temperature: 0.5,
    topP: 0.9,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    maxOutputTokens: 4000,
  };
  const { body, ...call } = ollamaNative.buildRequest(request, connection);
  expect(call).toEqual({
    method: "POST",
    url: "http://localhost:11434/api/chat",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
  });
  expect(JSON.parse(body ?? "")).toEqual({
    model: "qwen3.6:27b",
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
    options: { temperature: 0.5, top_p: 0.9, presence_penalty: 0.1, frequency_penalty: 0.2, num_predict: 4000 },
  });
});

describe("messages", () => {
  const image = (url: string) => ({ type: "image_url", image_url: { url } }) as const;
  const rows: readonly (readonly [string, readonly ModelMessage[], readonly unknown[]])[] = [
    [
      "images are plain base64; those with an address are omitted",
      [
        {
          role: "user",
          content: [
            { type: "text", text: "Which port?" },
            image("data:image/png;base64,AAAA"),
            image("https://images.test/1.png"),
            image("data:image/jpeg;charset=x;base64,BBBB"),
          ],
        },
        { role: "user", content: [image("https://images.test/1.png")] },
      ],
      [
        { role: "user", content: "Which port?", images: ["AAAA", "BBBB"] },
        { role: "user", content: "" },
      ],
    ],
    [
      "calls have their arguments as objects, and results the name of their tool",
      [
        {
          role: "assistant",
          content: "",
          toolCalls: [
            { id: "1", name: "tide", argumentsText: '{"place":"Amber"}' },
            { id: "2", name: "now", argumentsText: "" },
            { id: "3", name: "now", argumentsText: "[1" },
          ],
        },
        { role: "tool", callId: "1", name: "tide", content: "06:12" },
      ],
      [
        {
          role: "assistant",
          content: "",
          tool_calls: [
            { function: { name: "tide", arguments: { place: "Amber" } } },
            { function: { name: "now", arguments: {} } },
            { function: { name: "now", arguments: {} } },
          ],
        },
        { role: "tool", tool_name: "tide", content: "06:12" },
      ],
    ],
  ];
  test.each(rows)("%s", (_name, messages, sent) => {
    expect(bodyOf({ model: "m", messages, stream: false })).toEqual({
      model: "m",
      messages: sent,
      stream: false,
      options: {},
    });
  });
});

test("sends tools in OpenAI's format", () => {
  const tool = { name: "tide", description: "Tide times", parameters: { type: "object", properties: {} } };
  expect(bodyOf({ model: "m", messages: [], stream: true, tools: [tool] })).toEqual({
    model: "m",
    messages: [],
    stream: true,
    options: {},
    tools: [{ type: "function", function: tool }],
  });
});

describe("a line of a stream", () => {
  const rows: readonly (readonly [string, unknown, readonly ChatEvent[]])[] = [
    [
      "reasoning and text",
      { message: { thinking: "Hm.", content: "Low." }, done: false },
      [
        { type: "reasoning-delta", text: "Hm." },
        { type: "text-delta", text: "Low." },
      ],
    ],
    [
      "calls, whose index is ignored and whose id is used",
      {
        message: {
          content: "",
          tool_calls: [
            { id: "a", function: { index: 0, name: "tide", arguments: { place: "Amber" } } },
            { function: { name: "now" } },
            { function: {} },
          ],
        },
      },
      [
        { type: "tool-call-start", id: "a", name: "tide" },
        { type: "tool-call-delta", id: "a", argumentsText: '{"place":"Amber"}' },
        { type: "tool-call-start", name: "now" },
        { type: "tool-call-delta", argumentsText: "{}" },
      ],
    ],
    [
      "the end and the counts",
      { message: { content: "" }, done: true, done_reason: "length", prompt_eval_count: 26, eval_count: 4 },
      [
        { type: "finish", finish: "length", raw: "length" },
        { type: "usage", usage: { inputTokens: 26, outputTokens: 4, totalTokens: 30 } },
        { type: "end" },
      ],
    ],
    [
      "the end after a prompt that was not counted",
      { done: true, done_reason: "stop", eval_count: 4 },
      [{ type: "finish", finish: "stop", raw: "stop" }, { type: "usage", usage: { outputTokens: 4 } }, { type: "end" }],
    ],
    [
      "an end without a reply",
      { done: true, done_reason: "load" },
      [{ type: "finish", finish: "other", raw: "load" }, { type: "end" }],
    ],
    ["an end without a reason", { done: true }, [{ type: "end" }]],
    ["unknown content", { model: "m" }, []],
  ];
  test.each(rows)("with %s is parsed", (_name, payload, events) => {
    expect(ollamaNative.parseEvent({ data: JSON.stringify(payload) })).toEqual(events);
  });
});

describe("a whole reply", () => {
  test("is parsed and ends", () => {
    const body = '{"message":{"role":"assistant","content":"Low."},"done":true,"done_reason":"stop"}';
    expect(ollamaNative.parseResponse({ status: 200, body })).toEqual([
      { type: "text-delta", text: "Low." },
      { type: "finish", finish: "stop", raw: "stop" },
      { type: "end" },
    ]);
  });

  test.each([
    [404, '{"error":"model \\"nope\\" not found"}', "not-found", 'model "nope" not found'],
    [400, '{"error":"\\"m\\" does not support tools"}', "bad-request", '"m" does not support tools'],
    [200, '{"models":[]}', "protocol", ""],
  ])("with status %d and %s is an error of kind %s", (status, body, kind, message) => {
    expect(ollamaNative.parseResponse({ status, body })).toMatchObject([{ type: "error", error: { kind, message } }]);
  });
});

test("requests and parses the model list; an invalid one is empty", () => {
  expect(ollamaTags.buildRequest(connection)).toEqual({
    method: "GET",
    url: "http://localhost:11434/api/tags",
    headers: { Accept: "application/json" },
  });
  expect(ollamaTags.parseResponse({ models: [{ name: "llama4:8b" }, {}, null, { name: "gemma" }] })).toEqual([
    "llama4:8b",
    "gemma",
  ]);
  for (const body of [undefined, null, "<html>", {}, { models: "no" }]) {
    expect(ollamaTags.parseResponse(body)).toEqual([]);
  }
});

test("the codec never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom(200, 400), (body, status) => {
      ollamaNative.parseEvent({ data: body });
      ollamaNative.parseEvent({ data: `{"message":${body},"done":true,"done_reason":${body},"eval_count":${body}}` });
      ollamaNative.parseEvent({ data: `{"message":{"tool_calls":[{"function":${body}},${body}]},"error":${body}}` });
      ollamaNative.parseResponse({ status, body });
      ollamaTags.parseResponse(body);
    }),
  );
});
