import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest, ModelMessage } from "@/lib/chat/request";
import { baiduLegacy } from "@/lib/providers/codecs/baidu-legacy";

const codec = baiduLegacy("chat/completions_pro");
const connection = { baseUrl: "https://provider.test/", headers: { "X-Kept": "1" } };

function bodyOf(asked: ChatRequest): Record<string, unknown> {
  return JSON.parse(codec.buildRequest(asked, connection).body ?? "");
}

test("a call has the common fields, and is posted to the model's own path", () => {
  const request: ChatRequest = {
    model: "ernie-4.0-8k",
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
    temperature: 0.5,
    topP: 0.9,
    presencePenalty: 0.1,
    frequencyPenalty: 0.2,
    maxOutputTokens: 4000,
  };
  const { body, ...call } = codec.buildRequest(request, connection);
  expect(call).toEqual({
    method: "POST",
    url: "https://provider.test/chat/completions_pro",
    headers: { "X-Kept": "1", "Content-Type": "application/json", Accept: "application/json" },
  });
  expect(JSON.parse(body ?? "")).toEqual({
    messages: [{ role: "user", content: "Hello" }],
    stream: true,
    model: "ernie-4.0-8k",
    temperature: 0.5,
    presence_penalty: 0.1,
    frequency_penalty: 0.2,
    top_p: 0.9,
  });
});

test.each([
  [0, 0.01],
  [0.5, 0.5],
  [1, 1],
  [2, 1],
])("sends temperature %p as %p", (temperature, sent) => {
  expect(bodyOf({ model: "m", messages: [], stream: true, temperature })).toMatchObject({ temperature: sent });
});

describe("the messages", () => {
  const system = (content: string): ModelMessage => ({ role: "system", content });
  const user = (content: string): ModelMessage => ({ role: "user", content });
  const model = (content: string): ModelMessage => ({ role: "assistant", content });
  const rows: readonly (readonly [string, readonly ModelMessage[], readonly (readonly [string, string])[]])[] = [
    ["of one question are unchanged", [user("A")], [["user", "A"]]],
    [
      "of a whole conversation are unchanged",
      [user("A"), model("B"), user("C")],
      [
        ["user", "A"],
        ["assistant", "B"],
        ["user", "C"],
      ],
    ],
    [
      "with a system message have a blank one after it, as it becomes a user message",
      [system("S"), user("A")],
      [
        ["user", "S"],
        ["assistant", " "],
        ["user", "A"],
      ],
    ],
    [
      "that start with the model have a blank one before it",
      [model("B"), user("C")],
      [
        ["user", " "],
        ["assistant", "B"],
        ["user", "C"],
      ],
    ],
    [
      "with two system messages have a blank one in each gap",
      [system("S"), system("T"), user("A")],
      [
        ["user", "S"],
        ["assistant", " "],
        ["user", "T"],
        ["assistant", " "],
        ["user", "A"],
      ],
    ],
    [
      "that end with the model have a blank one after it",
      [user("A"), model("B")],
      [
        ["user", "A"],
        ["assistant", "B"],
        ["user", " "],
      ],
    ],
    ["are one blank message if there are none", [], [["user", " "]]],
    ["without text become blank", [user("")], [["user", " "]]],
    [
      "keep their text without images; a tool's result becomes a user message",
      [
        {
          role: "user",
          content: [
            { type: "text", text: "A" },
            { type: "image_url", image_url: { url: "data:," } },
          ],
        },
        { role: "assistant", content: "B", toolCalls: [{ id: "c", name: "tide", argumentsText: "{}" }] },
        { role: "tool", callId: "c", name: "tide", content: "06:12" },
      ],
      [
        ["user", "A"],
        ["assistant", "B"],
        ["user", "06:12"],
      ],
    ],
  ];
  test.each(rows)("%s", (_name, messages, sent) => {
    const expected = sent.map(([role, content]) => ({ role, content }));
    expect(bodyOf({ model: "m", messages, stream: true }).messages).toEqual(expected);
  });

  test("are an odd number of alternating roles, whatever they were", () => {
    const role = fc.constantFrom("system" as const, "user" as const, "assistant" as const);
    fc.assert(
      fc.property(fc.array(fc.record({ role, content: fc.string() })), (messages) => {
        const sent = bodyOf({ model: "m", messages, stream: true }).messages as { role: string; content: string }[];
        expect(sent.length % 2).toBe(1);
        expect(sent.map((turn) => turn.role)).toEqual(sent.map((_, at) => (at % 2 === 0 ? "user" : "assistant")));
        expect(sent.every(({ content }) => content !== "")).toBe(true);
      }),
    );
  });
});

describe("an event of a stream", () => {
  const rows: readonly (readonly [string, unknown, readonly ChatEvent[]])[] = [
    ["text", { result: "Low." }, [{ type: "text-delta", text: "Low." }]],
    [
      "the end and the counts",
      { result: "", is_end: true, usage: { prompt_tokens: 9, completion_tokens: 8, total_tokens: 17 } },
      [{ type: "usage", usage: { inputTokens: 9, outputTokens: 8, totalTokens: 17 } }, { type: "end" }],
    ],
    [
      "an end that was forced",
      { result: "", is_end: true, is_truncated: true },
      [{ type: "finish", finish: "length", raw: "is_truncated" }, { type: "end" }],
    ],
    ["the word of every event", { result: "A", finish_reason: "normal" }, [{ type: "text-delta", text: "A" }]],
    ["a stop reason", { result: "", finish_reason: "length" }, [{ type: "finish", finish: "length", raw: "length" }]],
    [
      "moderation",
      { result: "Let us talk of something else.", need_clear_history: true, ban_round: -1 },
      [
        { type: "text-delta", text: "Let us talk of something else." },
        { type: "finish", finish: "content-filter", raw: "need_clear_history" },
      ],
    ],
    ["nothing that is known", { finish_reason: "constructor" }, []],
  ];
  test.each(rows)("with %s is parsed", (_name, payload, events) => {
    expect(codec.parseEvent({ data: JSON.stringify(payload) })).toEqual(events);
  });
});

describe("an error", () => {
  test.each([
    [1, "server"],
    [2, "overloaded"],
    [3, "not-found"],
    [4, "quota"],
    [6, "permission"],
    [17, "quota"],
    [18, "rate-limit"],
    [19, "quota"],
    [100, "auth"],
    [110, "auth"],
    [111, "auth"],
    [336000, "server"],
    [336006, "bad-request"],
    [336007, "context-length"],
    [336100, "overloaded"],
    [336103, "context-length"],
    [336501, "rate-limit"],
  ])("%d is of kind %s, as a whole reply and in a stream", (error_code, kind) => {
    const body = JSON.stringify({ error_code, error_msg: "So it is.", id: "as-1" });
    const error = { kind, code: String(error_code), message: "So it is.", body: expect.stringContaining("as-1") };
    expect(codec.parseResponse({ status: 200, body })).toEqual([{ type: "error", error }]);
    expect(codec.parseEvent({ data: body })).toEqual([{ type: "error", error }]);
  });
});

describe("a whole reply", () => {
  test("is parsed and ends", () => {
    const body = JSON.stringify({ result: "Low.", is_truncated: false, finish_reason: "normal" });
    expect(codec.parseResponse({ status: 200, body })).toEqual([{ type: "text-delta", text: "Low." }, { type: "end" }]);
  });

  test("of another shape is an error", () => {
    expect(codec.parseResponse({ status: 200, body: "{}" })).toMatchObject([{ error: { kind: "protocol" } }]);
    expect(codec.parseResponse({ status: 500, body: "" })).toMatchObject([{ error: { kind: "server" } }]);
  });
});

test("the codec never throws", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), fc.constantFrom(200, 400), (body, status) => {
      codec.parseEvent({ data: body });
      codec.parseEvent({ data: `{"result":${body},"usage":${body},"error_code":${body},"finish_reason":${body}}` });
      codec.parseResponse({ status, body });
    }),
  );
});
