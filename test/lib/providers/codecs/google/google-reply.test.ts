import fc from "fast-check";
import type { ChatEvent } from "@/lib/chat/event";
import { emptyReply, finishMessage, foldReply } from "@/lib/chat/reply";
import { parseGoogleEvent, parseGoogleResponse } from "@/lib/providers/codecs/google/google-reply";
import { oddJson } from "@/test/support/odd-json";

function eventsOf(payload: unknown): ChatEvent[] {
  return parseGoogleEvent({ data: JSON.stringify(payload) });
}

function eventsOfParts(...parts: unknown[]): ChatEvent[] {
  return eventsOf({ candidates: [{ content: { role: "model", parts }, index: 0 }] });
}

describe("an event of a stream", () => {
  const parts: readonly (readonly [string, readonly unknown[], readonly ChatEvent[]])[] = [
    ["text", [{ text: "Tide" }], [{ type: "text-delta", text: "Tide" }]],
    ["an empty text", [{ text: "" }], []],
    [
      "texts, which continue each other",
      [{ text: "" }, { text: "One" }, { text: "Hm", thought: true }, { text: "Two" }],
      [
        { type: "text-delta", text: "One" },
        { type: "reasoning-delta", text: "Hm" },
        { type: "text-delta", text: "Two" },
      ],
    ],
    [
      "an image",
      [{ inlineData: { mimeType: "image/webp", data: "AAAA" } }],
      [{ type: "image", mime: "image/webp", base64: "AAAA" }],
    ],
    [
      "an image with its signature, unless that is too long",
      [
        { inlineData: { mimeType: "image/png", data: "AAAA" }, thoughtSignature: "sig" },
        { inlineData: { mimeType: "image/png", data: "AAAA" }, thoughtSignature: "x".repeat(500_001) },
      ],
      [
        { type: "image", mime: "image/png", base64: "AAAA", signature: "sig" },
        { type: "image", mime: "image/png", base64: "AAAA" },
      ],
    ],
    [
      "a draft image, a sound and code, which are not shown",
      [
        { inlineData: { mimeType: "image/png", data: "AAAA" }, thought: true },
        { inlineData: { mimeType: "audio/wav", data: "AAAA" } },
        { executableCode: { code: "1" } },
      ],
      [],
    ],
    [
      "the signature of a text",
      [{ text: "Tide", thoughtSignature: "sig==" }],
      [
        { type: "text-delta", text: "Tide" },
        { type: "replay-start", item: { kind: "google.thoughtSignature", on: "text", value: "sig==" } },
      ],
    ],
    [
      "calls, with and without an id, arguments and a signature",
      [
        { functionCall: { id: "c1", name: "tide", args: { place: "Amber" } }, thoughtSignature: "sig==" },
        { functionCall: { name: "now" } },
        { functionCall: { name: "list", args: {} } },
      ],
      [
        { type: "tool-call-start", id: "c1", name: "tide", signature: "sig==" },
        { type: "tool-call-delta", id: "c1", argumentsText: '{"place":"Amber"}' },
        { type: "tool-call-start", name: "now" },
        { type: "tool-call-start", name: "list" },
      ],
    ],
    [
      "argument values by their paths",
      [
        {
          functionCall: {
            partialArgs: [
              { jsonPath: "$.a.b[0]", stringValue: "x" },
              { jsonPath: "$.n", numberValue: 0 },
              { jsonPath: "$.f", boolValue: false },
              { jsonPath: "$.z", nullValue: "NULL_VALUE" },
            ],
            willContinue: true,
          },
        },
      ],
      [
        { type: "tool-call-value", path: ["a", "b", 0], value: "x" },
        { type: "tool-call-value", path: ["n"], value: 0 },
        { type: "tool-call-value", path: ["f"], value: false },
        { type: "tool-call-value", path: ["z"], value: null },
      ],
    ],
    [
      "no values at invalid paths",
      [
        {
          functionCall: {
            partialArgs: ["$", "a", "$..a", "$[x]", "$.a[", `$${".a".repeat(33)}`].map((jsonPath) => ({
              jsonPath,
              stringValue: "x",
            })),
          },
        },
        { functionCall: { partialArgs: [{ jsonPath: "$.a" }, null, 7] } },
        { functionCall: {} },
      ],
      [],
    ],
  ];
  test.each(parts)("reads %s", (_name, given, events) => {
    expect(eventsOfParts(...given)).toEqual(events);
  });

  test.each([
    ["STOP", "stop"],
    ["MAX_TOKENS", "length"],
    ["SAFETY", "content-filter"],
    ["IMAGE_RECITATION", "content-filter"],
    ["MISSING_THOUGHT_SIGNATURE", "error"],
    ["LANGUAGE", "other"],
    ["toString", "other"],
  ])("maps the finish reason %s to %s", (raw, finish) => {
    expect(eventsOf({ candidates: [{ finishReason: raw }] })).toEqual([{ type: "finish", finish, raw }]);
  });

  test("keeps the finish reason", () => {
    const candidate = { finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "Malformed call: tide(" };
    expect(eventsOf({ candidates: [candidate] })).toEqual([
      { type: "finish", finish: "error", raw: "MALFORMED_FUNCTION_CALL", message: "Malformed call: tide(" },
    ]);
  });

  test("counts reasoning as output", () => {
    const usageMetadata = {
      promptTokenCount: 20,
      candidatesTokenCount: 8,
      thoughtsTokenCount: 60,
      cachedContentTokenCount: 16,
      totalTokenCount: 88,
    };
    expect(eventsOf({ usageMetadata })).toEqual([
      {
        type: "usage",
        usage: { inputTokens: 20, outputTokens: 68, reasoningTokens: 60, cachedInputTokens: 16, totalTokens: 88 },
      },
    ]);
  });

  test("is an error if it contains one", () => {
    const error = { code: 429, message: "Slow down", status: "RESOURCE_EXHAUSTED", details: [{ retryDelay: "1.5s" }] };
    expect(eventsOf({ error })).toEqual([
      {
        type: "error",
        error: {
          kind: "rate-limit",
          code: "RESOURCE_EXHAUSTED",
          message: "Slow down",
          body: JSON.stringify({ error }, null, 2),
          retryAfterMs: 1500,
        },
      },
    ]);
  });

  test.each(["", "[1]", '{"candid', '{"responseId":"r"}', '{"candidates":[null]}', '{"candidates":[{"content":{}}]}'])(
    "is ignored if it is %p",
    (data) => {
      expect(parseGoogleEvent({ data })).toEqual([]);
    },
  );
});

test.each([
  ["an event", parseGoogleEvent({ data: '{"promptFeedback":{"blockReason":"SAFETY"}}' })],
  ["a whole reply", parseGoogleResponse({ status: 200, body: '{"promptFeedback":{"blockReason":"SAFETY"}}' })],
])("a blocked prompt is an error with the specification's text, by %s", (_name, events) => {
  const blank = { id: "m", role: "assistant", content: "", date: 0 } as const;
  expect(finishMessage(blank, events.reduce(foldReply, emptyReply), { now: 0, stopped: false })).toEqual({
    ...blank,
    isError: true,
    error: { kind: "content-filter", code: "BLOCKED:SAFETY", message: "Message is being blocked for reason: SAFETY" },
  });
});

describe("a whole reply", () => {
  const eventsOfBody = (body: unknown, status = 200) => parseGoogleResponse({ status, body: JSON.stringify(body) });
  const text = { candidates: [{ content: { parts: [{ text: "Tide" }] }, finishReason: "STOP" }] };

  test("contains all that a stream would, and its end; as one object or a list of chunks", () => {
    const stop = { type: "finish", finish: "stop", raw: "STOP" };
    const piece = { type: "text-delta", text: "Tide" };
    expect(eventsOfBody(text)).toEqual([piece, stop, { type: "end" }]);
    expect(eventsOfBody([text, text])).toEqual([piece, stop, piece, stop, { type: "end" }]);
  });

  test("that ends with an error has no end event", () => {
    const error = { code: 503, message: "Busy", status: "UNAVAILABLE" };
    expect(eventsOfBody([text, { error }]).at(-1)).toMatchObject({
      type: "error",
      error: { kind: "overloaded", code: "UNAVAILABLE", message: "Busy" },
    });
  });

  const errors: readonly (readonly [string, number, unknown, object])[] = [
    [
      "a wrong key",
      400,
      { code: 400, message: "No.", status: "INVALID_ARGUMENT", details: [{ reason: "API_KEY_INVALID" }] },
      { kind: "auth", code: "INVALID_ARGUMENT", message: "No." },
    ],
    [
      "too many calls, with the time to wait",
      429,
      { code: 429, message: "Slow down", status: "RESOURCE_EXHAUSTED", details: [{}, { retryDelay: "34.4s" }] },
      { kind: "rate-limit", code: "RESOURCE_EXHAUSTED", retryAfterMs: 34_400 },
    ],
    [
      "an account without credit",
      402,
      { code: 402, message: "Empty", status: "RESOURCE_EXHAUSTED", details: [{ retryDelay: "soon" }] },
      { kind: "quota", code: "RESOURCE_EXHAUSTED" },
    ],
    ["an unknown model", 404, { code: 404, message: "None", status: "NOT_FOUND" }, { kind: "not-found" }],
  ];
  test.each(errors)("may be an error of %s, also in a list", (_name, status, error, expected) => {
    const event = { type: "error", error: expect.objectContaining({ ...expected, status }) };
    expect(eventsOfBody({ error }, status)).toEqual([event]);
    expect(eventsOfBody([{ error }], status)).toEqual([event]);
  });

  test.each(["<html>", "[]", '{"choices":[]}', "7"])("is invalid if it is %s", (body) => {
    expect(parseGoogleResponse({ status: 200, body })).toMatchObject([{ type: "error", error: { kind: "protocol" } }]);
    expect(parseGoogleResponse({ status: 500, body })).toMatchObject([{ type: "error", error: { kind: "server" } }]);
  });

  test("is ignored if the body is empty", () => {
    expect(parseGoogleResponse({ status: 200, body: "" })).toEqual([]);
  });
});

const words = [
  "candidates",
  "content",
  "parts",
  "text",
  "thought",
  "thoughtSignature",
  "functionCall",
  "name",
  "args",
  "partialArgs",
  "jsonPath",
  "$.a[0]",
  "stringValue",
  "inlineData",
  "mimeType",
  "image/png",
  "data",
  "finishReason",
  "finishMessage",
  "promptFeedback",
  "blockReason",
  "usageMetadata",
  "promptTokenCount",
  "error",
  "status",
  "details",
  "retryDelay",
];

test("never throws", () => {
  fc.assert(
    fc.property(oddJson(words), fc.constantFrom(200, 400), (data, status) => {
      expect(Array.isArray(parseGoogleEvent({ data }))).toBe(true);
      expect(Array.isArray(parseGoogleResponse({ status, body: data }))).toBe(true);
    }),
    { numRuns: 500 },
  );
});
