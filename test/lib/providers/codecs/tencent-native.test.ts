import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { tencentNative } from "@/lib/providers/codecs/tencent-native";
import { sampleRequest, withImage } from "../../../support/request-samples";

const connection = { baseUrl: "https://provider.test", headers: { "X-Kept": "1" } };

const request = sampleRequest("hunyuan-lite");

function bodyOf(asked: ChatRequest): unknown {
  return JSON.parse(tencentNative.buildRequest(asked, connection).body ?? "");
}

test("a call is posted to the base address, with capitalised keys and no other sampling", () => {
  const { body, ...call } = tencentNative.buildRequest(request, connection);
  expect(call).toEqual({
    method: "POST",
    url: "https://provider.test",
    headers: { "X-Kept": "1", "Content-Type": "application/json", Accept: "application/json" },
  });
  expect(JSON.parse(body ?? "")).toEqual({
    Model: "hunyuan-lite",
    Messages: [
      { Role: "system", Content: "Be brief." },
      { Role: "user", Content: "Hello" },
    ],
    Stream: true,
    Temperature: 0.5,
    TopP: 0.9,
  });
});

describe("messages", () => {
  const rows: readonly (readonly [string, readonly ModelMessage[], readonly unknown[]])[] = [
    [
      "only the first one may be a system message",
      [
        { role: "system", content: "One." },
        { role: "system", content: "Two." },
        { role: "user", content: "Three." },
        { role: "system", content: "Four." },
      ],
      [
        { Role: "system", Content: "One." },
        { Role: "user", Content: "Two.\n\nThree.\n\nFour." },
      ],
    ],
    [
      "the user's come first and alternate with the model's, and none are empty",
      [
        { role: "assistant", content: "Cut off." },
        { role: "user", content: "One." },
        { role: "user", content: withImage },
        { role: "assistant", content: "" },
        { role: "assistant", content: "Two." },
        { role: "assistant", content: "Three." },
        { role: "user", content: "Four." },
      ],
      [
        {
          Role: "user",
          Contents: [
            { Type: "text", Text: "One." },
            { Type: "text", Text: "Which port?" },
            { Type: "image_url", ImageUrl: { Url: "data:image/png;base64,AAAA" } },
          ],
        },
        { Role: "assistant", Content: "Two.\n\nThree." },
        { Role: "user", Content: "Four." },
      ],
    ],
    [
      "the user's images are sent as parts, the model's are omitted",
      [
        { role: "user", content: withImage },
        { role: "assistant", content: withImage },
        { role: "user", content: [{ type: "text", text: "And?" }] },
      ],
      [
        {
          Role: "user",
          Contents: [
            { Type: "text", Text: "Which port?" },
            { Type: "image_url", ImageUrl: { Url: "data:image/png;base64,AAAA" } },
          ],
        },
        { Role: "assistant", Content: "Which port?" },
        { Role: "user", Content: "And?" },
      ],
    ],
    [
      "calls and results keep their ids, reasoning is omitted",
      [
        { role: "user", content: "When?" },
        {
          role: "assistant",
          content: "",
          reasoning: "Hm.",
          toolCalls: [
            { id: "c1", name: "tide", argumentsText: '{"place":"Amber"}' },
            { id: "c2", name: "now", argumentsText: "" },
          ],
        },
        { role: "tool", callId: "c1", name: "tide", content: "06:12" },
      ],
      [
        { Role: "user", Content: "When?" },
        {
          Role: "assistant",
          Content: "",
          ToolCalls: [
            { Id: "c1", Type: "function", Function: { Name: "tide", Arguments: '{"place":"Amber"}' } },
            { Id: "c2", Type: "function", Function: { Name: "now", Arguments: "{}" } },
          ],
        },
        { Role: "tool", ToolCallId: "c1", Content: "06:12" },
      ],
    ],
  ];
  test.each(rows)("%s", (_name, messages, Messages) => {
    expect(bodyOf({ model: "m", messages, stream: false })).toEqual({ Model: "m", Messages, Stream: false });
  });
});

test("sends a tool's schema as a string with unchanged keys", () => {
  const parameters = { type: "object", properties: { place: { type: "string" } } };
  const tools = [{ name: "tide", description: "Tide times", parameters }];
  expect(bodyOf({ model: "m", messages: [], stream: true, tools })).toEqual({
    Model: "m",
    Messages: [],
    Stream: true,
    Tools: [
      {
        Type: "function",
        Function: {
          Name: "tide",
          Description: "Tide times",
          Parameters: '{"type":"object","properties":{"place":{"type":"string"}}}',
        },
      },
    ],
  });
});

describe("an event of a stream", () => {
  const rows: readonly (readonly [string, unknown, readonly ChatEvent[]])[] = [
    [
      "reasoning, text and counts",
      {
        Choices: [
          { Index: 0, Delta: { Role: "assistant", Content: "Low.", ReasoningContent: "Hm." }, FinishReason: "" },
        ],
        Usage: { PromptTokens: 10, CompletionTokens: 8, TotalTokens: 18 },
      },
      [
        { type: "reasoning-delta", text: "Hm." },
        { type: "text-delta", text: "Low." },
        { type: "usage", usage: { inputTokens: 10, outputTokens: 8, totalTokens: 18 } },
      ],
    ],
    [
      "a chunk of a call, whose arguments are unchanged",
      {
        Choices: [{ Delta: { ToolCalls: [{ Index: 1, Id: "c", Function: { Name: "t", Arguments: '{"MaxWind"' } }] } }],
      },
      [
        { type: "tool-call-start", index: 1, id: "c", name: "t" },
        { type: "tool-call-delta", index: 1, id: "c", argumentsText: '{"MaxWind"' },
      ],
    ],
    [
      "the finish reason for moderation",
      { Choices: [{ Delta: {}, FinishReason: "sensitive" }] },
      [{ type: "finish", finish: "content-filter", raw: "sensitive" }],
    ],
    ["unknown content", { Note: "AI" }, []],
  ];
  test.each(rows)("with %s is parsed", (_name, payload, events) => {
    expect(tencentNative.parseEvent({ data: JSON.stringify(payload) })).toEqual(events);
  });

  test("with OpenAI's end mark ends the reply", () => {
    expect(tencentNative.parseEvent({ data: " [DONE]" })).toEqual([{ type: "end" }]);
  });

  test.each([
    [4000, "server"],
    [4001, "timeout"],
  ])("with the error %d is of kind %s", (Code, kind) => {
    expect(tencentNative.parseEvent({ data: JSON.stringify({ ErrorMsg: { Msg: "Oh.", Code } }) })).toMatchObject([
      { type: "error", error: { kind, code: String(Code), message: "Oh." } },
    ]);
  });
});

describe("a whole reply", () => {
  test.each([
    ["AuthFailure.SignatureExpire", "auth"],
    ["AuthFailure.SecretIdNotFound", "auth"],
    ["InvalidParameter", "bad-request"],
    ["InvalidParameterValue.Model", "not-found"],
    ["InvalidParameterValue.Tools", "bad-request"],
    ["LimitExceeded", "rate-limit"],
    ["RequestLimitExceeded", "rate-limit"],
    ["FailedOperation.EngineServerLimitExceeded", "rate-limit"],
    ["FailedOperation.EngineRequestTimeout", "timeout"],
    ["FailedOperation.ResourcePackExhausted", "quota"],
    ["ResourceInsufficient.ChargeResourceExhausted", "quota"],
    ["InternalError", "server"],
  ])("with the error %s is of kind %s, though its status is 200", (Code, kind) => {
    const body = JSON.stringify({ Response: { Error: { Code, Message: "So it is." }, RequestId: "r" } });
    expect(tencentNative.parseResponse({ status: 200, body })).toEqual([
      {
        type: "error",
        error: { kind, code: Code, message: "So it is.", body: JSON.stringify(JSON.parse(body), null, 2) },
      },
    ]);
  });

  test.each([
    [200, "{}", "protocol"],
    [200, '{"Response":{"RequestId":"r"}}', "protocol"],
    [502, "<html>", "server"],
  ])("with status %d and %s is an error of kind %s", (status, body, kind) => {
    expect(tencentNative.parseResponse({ status, body })).toMatchObject([{ type: "error", error: { kind } }]);
  });
});

test("the codec never throws", () => {
  const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(nested)), fc.constantFrom(200, 400), (body, status) => {
      tencentNative.parseEvent({ data: body });
      tencentNative.parseEvent({ data: `{"Choices":[{"Delta":${body}}],"ErrorMsg":${body}}` });
      tencentNative.parseResponse({ status, body });
      tencentNative.parseResponse({ status, body: `{"Response":{"Error":${body},"Choices":${body}}}` });
    }),
  );
});
