import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { parseAnthropicEvent, parseAnthropicResponse } from "@/lib/providers/codecs/anthropic/anthropic-reply";
import { oddJson } from "@/test/support/odd-json";

function eventsOf(payload: unknown): ChatEvent[] {
  return parseAnthropicEvent({ data: JSON.stringify(payload) });
}

function blockOf(content_block: unknown): ChatEvent[] {
  return eventsOf({ type: "content_block_start", index: 2, content_block });
}

describe("an event of a stream", () => {
  const blocks: readonly (readonly [string, unknown, readonly ChatEvent[]])[] = [
    ["an empty text", { type: "text", text: "" }, []],
    ["a complete text", { type: "text", text: "Tide" }, [{ type: "text-delta", text: "Tide" }]],
    [
      "complete reasoning",
      { type: "thinking", thinking: "Hm", signature: "s" },
      [
        { type: "reasoning-delta", text: "Hm" },
        { type: "replay-start", index: 2, item: { kind: "anthropic.thinking", thinking: "Hm", signature: "s" } },
      ],
    ],
    [
      "a call in chunks",
      { type: "tool_use", id: "t1", name: "tide", input: {} },
      [{ type: "tool-call-start", index: 2, id: "t1", name: "tide" }],
    ],
    [
      "a complete call",
      { type: "tool_use", id: "t1", name: "tide", input: { place: "Amber" } },
      [
        { type: "tool-call-start", index: 2, id: "t1", name: "tide" },
        { type: "tool-call-delta", index: 2, id: "t1", argumentsText: '{"place":"Amber"}' },
      ],
    ],
    [
      "a tool of the server",
      { type: "server_tool_use", id: "s1", name: "web_search", input: {} },
      [
        {
          type: "replay-start",
          index: 2,
          item: {
            kind: "anthropic.server_tool",
            json: '{"type":"server_tool_use","id":"s1","name":"web_search"}',
            input: "",
          },
        },
      ],
    ],
    ["a result of another tool of the server", { type: "code_execution_tool_result", tool_use_id: "s1" }, []],
  ];
  test.each(blocks)("starts %s", (_name, block, events) => {
    expect(blockOf(block)).toEqual(events);
  });

  test.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["tool_use", "tool-calls"],
    ["refusal", "content-filter"],
    ["pause_turn", "paused"],
    ["toString", "other"],
  ])("maps the stop reason %s to %s", (raw, finish) => {
    expect(eventsOf({ type: "message_delta", delta: { stop_reason: raw } })).toEqual([{ type: "finish", finish, raw }]);
  });

  test("adds the cached tokens to the input", () => {
    const usage = { input_tokens: 4, cache_creation_input_tokens: 10, cache_read_input_tokens: 100, output_tokens: 1 };
    expect(eventsOf({ type: "message_start", message: { usage } })).toEqual([
      {
        type: "usage",
        usage: { inputTokens: 114, outputTokens: 1, cachedInputTokens: 100, cacheWriteTokens: 10 },
        partial: true,
      },
    ]);
  });

  test("only counts what it contains", () => {
    const usage = { input_tokens: null, cache_creation_input_tokens: null, output_tokens: 9 };
    expect(eventsOf({ type: "message_delta", delta: {}, usage })).toEqual([
      { type: "usage", usage: { outputTokens: 9 }, partial: true },
    ]);
  });

  test.each([
    ["a keep-alive", { data: '{"type":"ping"}' }],
    ["the end of a block", { data: '{"type":"content_block_stop","index":0}' }],
    ["a citation", { data: '{"type":"content_block_delta","index":0,"delta":{"type":"citations_delta"}}' }],
    ["of an unknown type", { event: "news", data: '{"type":"news"}' }],
    ["cut off", { data: '{"type":"content_block_del' }],
    ["a list", { data: "[1]" }],
  ])("is ignored if it is %s", (_name, event) => {
    expect(parseAnthropicEvent(event)).toEqual([]);
  });

  test.each([
    ["by its name, and is not JSON", { event: "error", data: "gone" }, { kind: "server", code: null, message: "gone" }],
    [
      "by its type",
      { data: '{"type":"error","error":{"type":"request_too_large","message":"Too much"}}' },
      { kind: "too-large", code: "request_too_large", message: "Too much" },
    ],
  ])("is an error %s", (_name, event, error) => {
    expect(parseAnthropicEvent(event)).toEqual([{ type: "error", error: expect.objectContaining(error) }]);
  });
});

describe("a whole reply", () => {
  const eventsOfBody = (body: unknown) => parseAnthropicResponse({ status: 200, body: JSON.stringify(body) });

  test("contains all that a stream would, and its end", () => {
    const content = [
      { type: "redacted_thinking", data: "data==" },
      { type: "text", text: "Looking." },
      { type: "tool_use", id: "t1", name: "now", input: {} },
    ];
    expect(eventsOfBody({ content, stop_reason: "tool_use", usage: { input_tokens: 1, output_tokens: 2 } })).toEqual([
      { type: "replay-start", index: 0, item: { kind: "anthropic.redacted_thinking", data: "data==" } },
      { type: "text-delta", text: "Looking." },
      { type: "tool-call-start", index: 2, id: "t1", name: "now" },
      { type: "finish", finish: "tool-calls", raw: "tool_use" },
      { type: "usage", usage: { inputTokens: 1, outputTokens: 2 }, partial: true },
      { type: "end" },
    ]);
  });

  test("may be an error with a successful status", () => {
    expect(eventsOfBody({ type: "error", error: { type: "api_error", message: "Broken" } })).toEqual([
      { type: "error", error: expect.objectContaining({ kind: "server", code: "api_error", message: "Broken" }) },
    ]);
  });

  test("is ignored if the body is empty, and invalid if it is anything else", () => {
    expect(parseAnthropicResponse({ status: 200, body: " " })).toEqual([]);
    for (const body of ["<html>", "[]", '{"choices":[]}']) {
      expect(parseAnthropicResponse({ status: 200, body })).toMatchObject([
        { type: "error", error: { kind: "protocol" } },
      ]);
    }
  });

  test("that is a proxy's HTML page is an error by its status", () => {
    expect(parseAnthropicResponse({ status: 413, body: "<html>" })).toEqual([
      { type: "error", error: { kind: "too-large", code: null, message: "413", status: 413 } },
    ]);
  });
});

const words = [
  "type",
  "message",
  "message_start",
  "message_delta",
  "content_block_start",
  "content_block_delta",
  "content_block",
  "delta",
  "index",
  "text",
  "text_delta",
  "thinking",
  "thinking_delta",
  "signature_delta",
  "signature",
  "input_json_delta",
  "partial_json",
  "tool_use",
  "input",
  "content",
  "stop_reason",
  "stop_details",
  "refusal",
  "usage",
  "input_tokens",
  "error",
];

test("never throws", () => {
  fc.assert(
    fc.property(
      oddJson(words),
      fc.constantFrom(undefined, "error"),
      fc.constantFrom(200, 400),
      (data, event, status) => {
        expect(Array.isArray(parseAnthropicEvent({ ...(event && { event }), data }))).toBe(true);
        expect(Array.isArray(parseAnthropicResponse({ status, body: data }))).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
