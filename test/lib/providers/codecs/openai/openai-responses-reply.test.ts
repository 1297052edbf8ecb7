import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { parseResponsesEvent, parseResponsesResponse } from "@/lib/providers/codecs/openai/openai-responses-reply";
import { oddJson } from "@/test/support/odd-json";

function eventsOf(payload: unknown): ChatEvent[] {
  return parseResponsesEvent({ data: JSON.stringify(payload) });
}

const failed: ChatEvent = { type: "finish", finish: "error", raw: "failed" };
const end: ChatEvent = { type: "end" };

describe("an event of a stream", () => {
  const call = { id: "fc_1", type: "function_call", call_id: "call_1", name: "tide", arguments: "" };
  const whole = { ...call, arguments: '{"a":1}' };
  const reasoning = { id: "rs_1", type: "reasoning", encrypted_content: "gAAA", summary: [] };
  const cases: readonly (readonly [string, object, readonly ChatEvent[]])[] = [
    ["text", { type: "response.output_text.delta", delta: "Tide" }, [{ type: "text-delta", text: "Tide" }]],
    ["the text again", { type: "response.output_text.done", text: "Tide" }, []],
    ["a refusal", { type: "response.refusal.delta", delta: "No." }, [{ type: "refusal-delta", text: "No." }]],
    [
      "a summary",
      { type: "response.reasoning_summary_text.delta", delta: "Hm" },
      [{ type: "reasoning-delta", text: "Hm" }],
    ],
    [
      "raw reasoning",
      { type: "response.reasoning_text.delta", delta: "Hm" },
      [{ type: "reasoning-delta", text: "Hm" }],
    ],
    ["the first part", { type: "response.reasoning_summary_part.added", output_index: 0, summary_index: 0 }, []],
    [
      "the second part",
      { type: "response.reasoning_summary_part.added", output_index: 0, summary_index: 1 },
      [{ type: "reasoning-delta", text: "\n\n" }],
    ],
    [
      "the first part of a second summary",
      { type: "response.reasoning_summary_part.added", output_index: 2, summary_index: 0 },
      [{ type: "reasoning-delta", text: "\n\n" }],
    ],
    [
      "the beginning of a call",
      { type: "response.output_item.added", output_index: 1, item: call },
      [{ type: "tool-call-start", index: 1, id: "call_1", name: "tide" }],
    ],
    [
      "a piece of its arguments",
      { type: "response.function_call_arguments.delta", output_index: 1, item_id: "fc_1", delta: '{"a"' },
      [{ type: "tool-call-delta", index: 1, argumentsText: '{"a"' }],
    ],
    ["all arguments again", { type: "response.function_call_arguments.done", arguments: '{"a":1}' }, []],
    ["the call again", { type: "response.output_item.done", output_index: 1, item: whole }, []],
    ["the beginning of reasoning", { type: "response.output_item.added", output_index: 0, item: reasoning }, []],
    [
      "finished reasoning",
      { type: "response.output_item.done", output_index: 0, item: reasoning },
      [{ type: "replay-start", item: { kind: "openai.reasoning", id: "rs_1", encryptedContent: "gAAA" } }],
    ],
    ["an unrequested search", { type: "response.web_search_call.searching", output_index: 0 }, []],
    [
      "the end",
      { type: "response.completed", response: { usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 } } },
      [
        { type: "finish", finish: "stop", raw: "completed" },
        { type: "usage", usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } },
        end,
      ],
    ],
    [
      "an early end with a special reason",
      { type: "response.incomplete", response: { incomplete_details: { reason: "toString" } } },
      [{ type: "finish", finish: "other", raw: "incomplete:toString" }, end],
    ],
    [
      "a failure without a message",
      { type: "response.failed", response: { error: null } },
      [failed, { type: "error", error: { kind: "server", code: null, message: "" } }],
    ],
  ];
  test.each(cases)("reads %s", (_name, payload, events) => {
    expect(eventsOf(payload)).toEqual(events);
  });

  test.each([
    ["in the event itself", { type: "error", code: "rate_limit_exceeded", message: "Slow down", param: null }],
    ["in a field", { type: "error", error: { code: "rate_limit_exceeded", message: "Slow down" } }],
    [
      "in the reply",
      { type: "response.failed", response: { error: { code: "rate_limit_exceeded", message: "Slow down" } } },
    ],
  ])("is a failure with its error %s", (_name, payload) => {
    const error = { kind: "rate-limit", code: "rate_limit_exceeded", message: "Slow down" };
    expect(eventsOf(payload)).toEqual([failed, { type: "error", error: expect.objectContaining(error) }]);
  });

  test("is a failure if its event name says so", () => {
    expect(parseResponsesEvent({ event: "error", data: "gone" })).toEqual([
      failed,
      { type: "error", error: { kind: "server", code: null, message: "gone" } },
    ]);
  });

  test.each(["", "[1]", '{"type":"response.outp', '{"type":"keepalive"}', '{"type":7}'])(
    "is ignored if it is %p",
    (data) => {
      expect(parseResponsesEvent({ data })).toEqual([]);
    },
  );
});

describe("a whole reply", () => {
  const eventsOfBody = (body: unknown) => parseResponsesResponse({ status: 200, body: JSON.stringify(body) });

  test("contains all that a stream would, and its end", () => {
    const output = [
      {
        type: "reasoning",
        id: "rs_1",
        summary: [{ text: "One." }, { text: "Two." }],
        encrypted_content: "gAAA",
      },
      {
        type: "message",
        content: [
          { type: "output_text", text: "Tide" },
          { type: "refusal", refusal: "No." },
        ],
      },
      { type: "function_call", call_id: "call_1", name: "tide", arguments: "{}" },
      { type: "web_search_call" },
    ];
    expect(eventsOfBody({ object: "response", status: "completed", output, usage: null })).toEqual([
      { type: "reasoning-delta", text: "One.\n\nTwo." },
      { type: "replay-start", item: { kind: "openai.reasoning", id: "rs_1", encryptedContent: "gAAA" } },
      { type: "text-start" },
      { type: "text-delta", text: "Tide" },
      { type: "refusal-delta", text: "No." },
      { type: "tool-call-start", index: 2, id: "call_1", name: "tide" },
      { type: "tool-call-delta", index: 2, argumentsText: "{}" },
      { type: "finish", finish: "stop", raw: "completed" },
      end,
    ]);
  });

  test("may have failed, or end without a status", () => {
    expect(eventsOfBody({ status: "failed", output: [], error: { code: "server_error", message: "Broken" } })).toEqual([
      failed,
      { type: "error", error: expect.objectContaining({ kind: "server", code: "server_error", message: "Broken" }) },
    ]);
    expect(eventsOfBody({ output: [] })).toEqual([end]);
  });

  test("may be an error by its status or with a successful one", () => {
    const body = JSON.stringify({
      error: { message: "Wrong key", type: "invalid_request_error", code: "invalid_api_key" },
    });
    for (const status of [200, 401]) {
      expect(parseResponsesResponse({ status, body })).toMatchObject([
        { type: "error", error: { kind: "auth", code: "invalid_api_key", message: "Wrong key" } },
      ]);
    }
  });

  test("is ignored if the body is empty, and invalid if it is anything else", () => {
    expect(parseResponsesResponse({ status: 200, body: " " })).toEqual([]);
    for (const body of ["<html>", "[]", '{"choices":[]}']) {
      expect(parseResponsesResponse({ status: 200, body })).toMatchObject([
        { type: "error", error: { kind: "protocol" } },
      ]);
    }
  });
});

const words = [
  "type",
  "delta",
  "item",
  "output_index",
  "summary_index",
  "response",
  "response.output_text.delta",
  "response.reasoning_summary_part.added",
  "response.output_item.added",
  "response.output_item.done",
  "response.function_call_arguments.delta",
  "response.completed",
  "response.incomplete",
  "response.failed",
  "error",
  "code",
  "message",
  "output",
  "content",
  "summary",
  "function_call",
  "call_id",
  "name",
  "arguments",
  "reasoning",
  "encrypted_content",
  "status",
  "failed",
  "incomplete_details",
  "usage",
];

test("never throws", () => {
  fc.assert(
    fc.property(
      oddJson(words),
      fc.constantFrom(undefined, "error"),
      fc.constantFrom(200, 400),
      (data, event, status) => {
        expect(Array.isArray(parseResponsesEvent({ ...(event && { event }), data }))).toBe(true);
        expect(Array.isArray(parseResponsesResponse({ status, body: data }))).toBe(true);
      },
    ),
    { numRuns: 500 },
  );
});
