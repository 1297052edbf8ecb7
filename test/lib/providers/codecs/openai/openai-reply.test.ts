import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { parseOpenAIEvent, parseOpenAIResponse } from "@/lib/providers/codecs/openai/openai-reply";

function eventsOf(payload: unknown): ChatEvent[] {
  return parseOpenAIEvent({ data: JSON.stringify(payload) });
}

function eventsOfDelta(delta: unknown): ChatEvent[] {
  return eventsOf({ choices: [{ index: 0, delta, finish_reason: null }] });
}

const detailEvent = (json: string): ChatEvent => ({
  type: "replay-start",
  item: { kind: "openai.reasoning_detail", json },
});

describe("an event of a stream", () => {
  const deltas: readonly (readonly [string, unknown, readonly ChatEvent[]])[] = [
    ["text", { content: "Tide" }, [{ type: "text-delta", text: "Tide" }]],
    ["an empty beginning", { role: "assistant", content: "", refusal: null }, []],
    ["a refusal", { content: null, refusal: "No." }, [{ type: "refusal-delta", text: "No." }]],
    ["reasoning_content", { reasoning_content: "Hm" }, [{ type: "reasoning-delta", text: "Hm" }]],
    ["reasoning", { content: "", reasoning: "Hm" }, [{ type: "reasoning-delta", text: "Hm" }]],
    [
      "reasoning details",
      {
        reasoning_details: [
          { type: "reasoning.text", text: "H" },
          { type: "reasoning.summary", summary: "m" },
        ],
      },
      [
        { type: "reasoning-delta", text: "Hm" },
        detailEvent('{"type":"reasoning.text","text":"H"}'),
        detailEvent('{"type":"reasoning.summary","summary":"m"}'),
      ],
    ],
    [
      "reasoning under three names, which counts once",
      { reasoning_content: "Hm", reasoning: "Hm", reasoning_details: [{ text: "Hm" }] },
      [{ type: "reasoning-delta", text: "Hm" }, detailEvent('{"text":"Hm"}')],
    ],
    [
      "parts, some of which are reasoning",
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
          { type: "text", text: "Tide" },
          { type: "reference", ids: [1] },
        ],
      },
      [
        { type: "reasoning-delta", text: "Hm" },
        { type: "text-delta", text: "Tide" },
      ],
    ],
    [
      "the beginning of a call",
      { tool_calls: [{ index: 2, id: "a", type: "function", function: { name: "tide" } }] },
      [{ type: "tool-call-start", index: 2, id: "a", name: "tide" }],
    ],
    [
      "the rest of a call, with its id and name emptied",
      { tool_calls: [{ index: 2, id: "", function: { name: "", arguments: '{"p' } }] },
      [{ type: "tool-call-delta", index: 2, argumentsText: '{"p' }],
    ],
    [
      "a call whose id is a number, and whose arguments are an object",
      { tool_calls: [{ id: 8, function: { name: "tide", arguments: { place: "Amber" } } }] },
      [
        { type: "tool-call-start", id: "8", name: "tide" },
        { type: "tool-call-delta", id: "8", argumentsText: '{"place":"Amber"}' },
      ],
    ],
    [
      "calls with nothing but their position, the second without arguments",
      { tool_calls: [{ function: { name: "one", arguments: "{}" } }, { function: { name: "two", arguments: null } }] },
      [
        { type: "tool-call-start", index: 0, name: "one" },
        { type: "tool-call-delta", index: 0, argumentsText: "{}" },
        { type: "tool-call-start", index: 1, name: "two" },
      ],
    ],
    [
      "one call that is not in a list",
      { tool_calls: { index: 0, id: "a", function: { name: "tide" } } },
      [{ type: "tool-call-start", index: 0, id: "a", name: "tide" }],
    ],
    [
      "images beside the text",
      {
        content: "Here.",
        images: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA" } }, { no: 1 }, null],
      },
      [
        { type: "text-delta", text: "Here." },
        { type: "image", url: "data:image/png;base64,AA" },
      ],
    ],
    ["fields of another kind", { content: 7, refusal: {}, tool_calls: "no", reasoning: ["x"], images: "no" }, []],
  ];
  test.each(deltas)("reads %s", (_name, delta, events) => {
    expect(eventsOfDelta(delta)).toEqual(events);
  });

  test.each([
    ["stop", "stop"],
    ["eos", "stop"],
    ["length", "length"],
    ["model_length", "length"],
    ["tool_calls", "tool-calls"],
    ["function_call", "tool-calls"],
    ["content_filter", "content-filter"],
    ["sensitive", "content-filter"],
    ["insufficient_system_resource", "error"],
    ["toString", "other"],
  ])("maps the finish reason %s to %s", (raw, finish) => {
    expect(eventsOf({ choices: [{ delta: {}, finish_reason: raw }] })).toEqual([{ type: "finish", finish, raw }]);
  });

  test.each(["", "null", null, undefined])("does not end at the finish reason %p", (raw) => {
    expect(eventsOf({ choices: [{ delta: {}, finish_reason: raw }] })).toEqual([]);
  });

  const counts = { prompt_tokens: 8, completion_tokens: 3, total_tokens: 11 };
  const usage = { type: "usage", usage: { inputTokens: 8, outputTokens: 3, totalTokens: 11 } };
  test.each([
    ["beside no choices", { choices: [], usage: counts }],
    ["without choices", { usage: counts }],
    ["inside the choice", { choices: [{ delta: {}, usage: counts }], usage: null }],
    ["in a server-specific field", { choices: [], x_groq: { id: "r", usage: counts } }],
  ])("finds the token counts %s", (_name, payload) => {
    expect(eventsOf(payload)).toEqual([usage]);
  });

  test("uses the server's detailed token counts", () => {
    const detailed = {
      ...counts,
      prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 2 },
    };
    expect(eventsOf({ choices: [], usage: detailed })).toEqual([
      { type: "usage", usage: { ...usage.usage, cachedInputTokens: 4, reasoningTokens: 2 } },
    ]);
  });

  test("finds cached tokens outside the details, too", () => {
    expect(eventsOf({ choices: [], usage: { ...counts, cached_tokens: 4 } })).toEqual([
      { type: "usage", usage: { ...usage.usage, cachedInputTokens: 4 } },
    ]);
  });

  test.each([
    ["and is added where the total has it on top", 156, 125],
    ["and stays where the total has it inside", 36, 5],
    ["and stays where there is no total", undefined, 5],
  ])("counts reasoning as output, %s", (_name, total_tokens, outputTokens) => {
    const details = { completion_tokens_details: { reasoning_tokens: 120 } };
    const [event] = eventsOf({ usage: { prompt_tokens: 31, completion_tokens: 5, total_tokens, ...details } });
    expect(event).toMatchObject({ usage: { outputTokens, reasoningTokens: 120 } });
  });

  test("emits the text before the finish", () => {
    const choice = { index: 0, delta: { content: "Tide." }, finish_reason: "error" };
    const error = { code: 502, message: "Provider returned error" };
    const payload = { choices: [choice], usage: counts, error };
    expect(eventsOf(payload)).toEqual([
      { type: "text-delta", text: "Tide." },
      { type: "finish", finish: "error", raw: "error" },
      usage,
      {
        type: "error",
        error: {
          kind: "server",
          code: "502",
          message: "Provider returned error",
          body: JSON.stringify(payload, null, 2),
        },
      },
    ]);
  });

  test("ignores all choices but the first", () => {
    const choices = [
      { index: 1, delta: { content: "other" }, finish_reason: "stop" },
      { index: 0, delta: { content: "first" } },
    ];
    expect(eventsOf({ choices })).toEqual([{ type: "text-delta", text: "first" }]);
    expect(eventsOf({ choices: choices.slice(0, 1) })).toEqual([]);
  });

  test.each([
    ["a keep-alive", { data: '{"type":"keepalive","sequence":1}' }],
    ["a cut-off chunk", { data: '{"choices":[{"delta":{"content":"Ti' }],
    ["an empty event", { data: "" }],
    ["a chunk without choices", { data: '{"id":"c"}' }],
    ["a choice without a delta", { data: '{"choices":[{"index":0}]}' }],
    ["a list", { data: "[1]" }],
  ])("is ignored if it is %s", (_name, event) => {
    expect(parseOpenAIEvent(event)).toEqual([]);
  });

  test("is the end if it is the end mark", () => {
    expect(parseOpenAIEvent({ data: " [DONE] " })).toEqual([{ type: "end" }]);
  });

  test("is an error if its event name says so", () => {
    expect(parseOpenAIEvent({ event: "error", data: "gone" })).toEqual([
      { type: "error", error: { kind: "server", code: null, message: "gone" } },
    ]);
  });

  test("with arguments nested too deeply has no arguments", () => {
    const nested = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const called = `{"name":"tide","arguments":${nested}}`;
    const data = `{"choices":[{"delta":{"tool_calls":[{"index":0,"function":${called}}]}}]}`;
    expect(parseOpenAIEvent({ data })).toEqual([{ type: "tool-call-start", index: 0, name: "tide" }]);
  });

  test("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (data) => {
        expect(Array.isArray(parseOpenAIEvent({ data }))).toBe(true);
        expect(Array.isArray(parseOpenAIResponse({ status: 200, body: data }))).toBe(true);
      }),
    );
  });
});

describe("a whole reply", () => {
  function eventsOfBody(body: unknown): ChatEvent[] {
    return parseOpenAIResponse({ status: 200, body: JSON.stringify(body) });
  }

  test("contains all that a stream would, and its end", () => {
    const message = { role: "assistant", content: "Tide.", reasoning_content: "Hm", refusal: null };
    const choices = [{ index: 0, message, finish_reason: "stop" }];
    expect(eventsOfBody({ choices, usage: { total_tokens: 4 } })).toEqual([
      { type: "reasoning-delta", text: "Hm" },
      { type: "text-delta", text: "Tide." },
      { type: "finish", finish: "stop", raw: "stop" },
      { type: "usage", usage: { totalTokens: 4 } },
      { type: "end" },
    ]);
  });

  test("has as many calls as entries, even if they share an id", () => {
    const call = { id: "tide", function: { name: "tide", arguments: "{}" } };
    expect(eventsOfBody({ choices: [{ message: { tool_calls: [call, call] } }] })).toEqual([
      { type: "tool-call-start", index: 0, id: "tide", name: "tide" },
      { type: "tool-call-delta", index: 0, id: "tide", argumentsText: "{}" },
      { type: "tool-call-start", index: 1, id: "tide", name: "tide" },
      { type: "tool-call-delta", index: 1, id: "tide", argumentsText: "{}" },
      { type: "end" },
    ]);
  });

  test("may be an error with a successful status", () => {
    const body = { error: { message: "Busy", type: "overloaded_error" } };
    expect(eventsOfBody(body)).toEqual([
      {
        type: "error",
        error: { kind: "overloaded", code: null, message: "Busy", body: JSON.stringify(body, null, 2) },
      },
    ]);
  });

  test("keeps its text if the model stopped early", () => {
    const body = { choices: [{ message: { content: "Half" }, error: { code: 502, message: "Upstream reset" } }] };
    expect(eventsOfBody(body)).toMatchObject([
      { type: "text-delta", text: "Half" },
      { type: "error", error: { kind: "server", code: "502", message: "Upstream reset" } },
    ]);
  });

  test("is ignored if the body is empty", () => {
    expect(parseOpenAIResponse({ status: 200, body: " \n" })).toEqual([]);
  });

  test.each([
    ["a page", "<!doctype html><p>Hello</p>", { message: "Hello" }],
    ["JSON of another shape", '{"candidates":[]}', { message: "", body: '{\n  "candidates": []\n}' }],
    ["text", "Hello", { message: "Hello", body: "Hello" }],
  ])("of %s is invalid", (_name, body, details) => {
    expect(parseOpenAIResponse({ status: 200, body })).toEqual([
      { type: "error", error: { kind: "protocol", code: null, ...details } },
    ]);
  });
});
