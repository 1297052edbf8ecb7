import fc from "fast-check";
import { type ReplyErrorKind, replyErrorKinds } from "@/lib/errors";
import {
  type ErrorSignals,
  errorOfPayload,
  errorOfResponse,
  errorOfText,
  errorWith,
  maxErrorBodyChars,
  replyErrorKind,
} from "@/lib/providers/codecs/reply-error";

const kinds: readonly (readonly [string, ErrorSignals, ReplyErrorKind])[] = [
  ["a wrong key", { status: 401 }, "auth"],
  ["a wrong key, by code", { status: 400, code: "API_KEY_INVALID" }, "auth"],
  ["a wrong key, by message", { status: 400, message: "Incorrect API key provided: xa***" }, "auth"],
  ["a missing permission", { status: 403 }, "permission"],
  ["an unknown address", { status: 404 }, "not-found"],
  ["an unknown model", { status: 400, code: "model_not_found" }, "not-found"],
  ["an unknown deployment", { status: 400, code: "DeploymentNotFound" }, "not-found"],
  ["a refused field", { status: 400, code: "unsupported_value", type: "invalid_request_error" }, "bad-request"],
  ["a refused body", { status: 422 }, "bad-request"],
  ["a refused request in a stream", { type: "invalid_request_error" }, "bad-request"],
  ["an unusual refusal", { status: 418 }, "bad-request"],
  ["too many tokens, by code", { status: 400, code: "context_length_exceeded" }, "context-length"],
  ["too many tokens, by type", { status: 400, code: "400", type: "exceed_context_size_error" }, "context-length"],
  ["too many tokens, by message", { status: 400, message: "prompt is too long: 9 > 8" }, "context-length"],
  ...[
    "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
    "Range of input length should be [1, 30720]",
  ].map((message) => [`too many tokens: ${message}`, { status: 400, message }, "context-length"] as const),
  ["moderation", { status: 400, code: "content_policy_violation" }, "content-filter"],
  ["a rate limit", { status: 429, code: "rate_limit_exceeded", type: "tokens" }, "rate-limit"],
  ["a rate limit without a message", { status: 429 }, "rate-limit"],
  ["a used-up quota", { status: 429, code: "insufficient_quota", type: "insufficient_quota" }, "quota"],
  ["a used-up quota, by type", { status: 429, type: "exceeded_current_quota_error" }, "quota"],
  ["an unpaid bill", { status: 402 }, "quota"],
  ["an overloaded engine", { status: 429, type: "engine_overloaded_error" }, "overloaded"],
  ["an unavailable server", { status: 503 }, "overloaded"],
  ["an overloaded server", { status: 529 }, "overloaded"],
  ["a request that took too long", { status: 408 }, "timeout"],
  ["a gateway that waited too long", { status: 504 }, "timeout"],
  ["a body that is too large", { status: 413 }, "too-large"],
  ["a failing server", { status: 500, type: "server_error" }, "server"],
  ["a failing gateway", { status: 502 }, "server"],
  ["an error in a stream whose code is a status", { status: 200, code: "429" }, "rate-limit"],
  ["an error in a stream without a message", {}, "server"],
  ["a full context in a running reply", { code: "500", message: "the context is full" }, "server"],
  ["a code with details", { status: 400, code: "RateLimitExceeded.EndpointRPM" }, "rate-limit"],
  ["an unknown code with details", { status: 400, code: "Rate.LimitOrSo" }, "bad-request"],
  ["a code that is the name of an object's method", { status: 500, code: "constructor" }, "server"],
];

describe("the kind of an error", () => {
  test.each(kinds)("%s", (_name, signals, kind) => {
    expect(replyErrorKind(signals)).toBe(kind);
  });
});

describe("the error of a whole reply", () => {
  const bodies: readonly (readonly [string, number, string, object])[] = [
    [
      "an object under `error`",
      429,
      '{"error":{"message":"Slow down","type":"requests","code":"rate_limit_exceeded"}}',
      { kind: "rate-limit", code: "rate_limit_exceeded", message: "Slow down" },
    ],
    ["text under `error`", 500, '{"error":"not loaded"}', { kind: "server", code: null, message: "not loaded" }],
    [
      "an object that says it is an error",
      400,
      '{"object":"error","message":"No","type":"BadRequestError","code":400}',
      { kind: "bad-request", code: "400", message: "No" },
    ],
    ["a code and a message", 403, '{"code":30,"message":"No"}', { kind: "permission", code: "30", message: "No" }],
    [
      "a list of details",
      422,
      '{"detail":[{"loc":["body","a"],"msg":"Not permitted"},{"msg":"Too long"},{}]}',
      { kind: "bad-request", code: null, message: "Not permitted\nToo long" },
    ],
    ["a detail", 404, '{"detail":"Not here"}', { kind: "not-found", code: null, message: "Not here" }],
    ["an unknown object", 500, '{"ok":false}', { kind: "server", code: null, message: "" }],
  ];
  test.each(bodies)("with %s has the provider's message", (_name, status, body, error) => {
    const pretty = JSON.stringify(JSON.parse(body), null, 2);
    expect(errorOfResponse({ status, body })).toEqual({ ...error, status, body: pretty });
  });

  test("of plain text is the text", () => {
    expect(errorOfResponse({ status: 503, body: "no healthy upstream\n" })).toEqual({
      kind: "overloaded",
      code: null,
      message: "no healthy upstream",
      status: 503,
      body: "no healthy upstream",
    });
  });

  test("of a JSON string is that string", () => {
    expect(errorOfResponse({ status: 401, body: '"Invalid token"' })).toMatchObject({ message: "Invalid token" });
  });

  test("of an HTML page shows its status and its text, not its tags", () => {
    expect(errorOfResponse({ status: 502, body: "\n<html><h1>502 Bad Gateway</h1></html>" })).toEqual({
      kind: "server",
      code: null,
      message: "502 Bad Gateway",
      status: 502,
    });
  });

  test.each([
    ["its title", "<head><title>502 Bad\n Gateway</title></head><h1>Oh</h1>", 502, "502 Bad Gateway"],
    ["its status with the title", "<!doctype html><title>Just a moment...</title>", 403, "403 Just a moment..."],
    ["its first text", "<style>p{}</style><p>Down &amp; out<script>x()</script>", 503, "503 Down & out"],
    ["only its status", "<html></html>", 500, "500"],
    ["the beginning of a long text", `<p>${"x".repeat(900)}`, 500, `500 ${"x".repeat(200)}`],
    ["its text of XML", "<?xml version='1'?><Error><Code>Denied</Code></Error>", 403, "403 Denied"],
  ])("of a page shows %s", (_name, body, status, message) => {
    expect(errorOfResponse({ status, body }).message).toBe(message);
  });

  test("reads a hostile page quickly", () => {
    const start = performance.now();
    for (const piece of ["<", "<script>", "<!--", "<title>"]) {
      errorOfResponse({ status: 500, body: `<${piece.repeat(200_000)}` });
    }
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test("of an empty body only has the status", () => {
    expect(errorOfResponse({ status: 401, body: "" })).toEqual({ kind: "auth", code: null, message: "", status: 401 });
  });

  test("truncates a long body and a long message", () => {
    const { body, message } = errorOfResponse({
      status: 400,
      body: JSON.stringify({ error: { message: "x".repeat(9000) } }),
    });
    expect(body).toHaveLength(maxErrorBodyChars);
    expect(message).toBe("x".repeat(maxErrorBodyChars));
    expect(body?.startsWith('{\n  "error": {\n    "message": "xxx')).toBe(true);
  });

  test("tolerates a body nested too deeply", () => {
    const body = `{"error":${"[".repeat(300_000)}${"]".repeat(300_000)}}`;
    expect(errorOfResponse({ status: 400, body }).body).toBe(body.slice(0, maxErrorBodyChars));
  });

  test.each([
    ["seconds", { retryAfter: "7" }, 7000],
    ["milliseconds, which are more exact", { retryAfter: "8", retryAfterMs: "7250" }, 7250],
    [
      "a date, counted from the answer's own",
      { retryAfter: "Fri, 20 Nov 2026 10:00:30 GMT", date: "Fri, 20 Nov 2026 10:00:00 GMT" },
      30_000,
    ],
    ["a date that is past", { retryAfter: "Fri, 20 Nov 2026 09:00:00 GMT", date: "Fri, 20 Nov 2026 10:00:00 GMT" }, 0],
    ["a date with nothing to count from", { retryAfter: "Fri, 20 Nov 2026 10:00:30 GMT" }, undefined],
    ["something else", { retryAfter: "soon", date: "Fri, 20 Nov 2026 10:00:00 GMT" }, undefined],
  ])("contains the time to wait, from %s", (_name, headers, retryAfterMs) => {
    expect(errorOfResponse({ status: 429, body: "", ...headers }).retryAfterMs).toBe(retryAfterMs);
  });

  test("never throws, whatever the body is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.integer({ min: 100, max: 999 }), (body, status) => {
        expect(replyErrorKinds).toContain(errorOfResponse({ status, body }).kind);
      }),
    );
  });
});

describe("the error of an event of a stream", () => {
  test.each([
    ["a chunk of a reply", { choices: [{ delta: { content: "error" } }] }],
    ["a sign of life", { type: "keepalive", sequence: 3 }],
    ["an empty error", { error: null, choices: [] }],
    ["a code of success", { code: 0, message: "Success", choices: [] }],
    ["a code of success, as text", { code: "0", message: "Success" }],
  ])("is not found in %s", (_name, payload) => {
    expect(errorOfPayload(payload, "")).toBeUndefined();
  });

  test("has no status, since the response's was successful", () => {
    const payload = { error: { code: 500, message: "Full", type: "server_error" } };
    expect(errorOfPayload(payload, JSON.stringify(payload))).toEqual({
      kind: "server",
      code: "500",
      message: "Full",
      body: JSON.stringify(payload, null, 2),
    });
  });

  test("with the event name may be any JSON or text", () => {
    expect(errorOfText('{"message":"Busy","type":"overloaded_error"}')).toMatchObject({
      kind: "overloaded",
      message: "Busy",
    });
    expect(errorOfText("gone")).toEqual({ kind: "server", code: null, message: "gone" });
  });
});

test.each([
  ['{"error":true,"msg":"wrong access code"}', { kind: "auth", code: "wrong-code", message: "wrong access code" }],
  ['{"error":true,"msg":"empty access code"}', { kind: "auth", code: null, message: "empty access code" }],
])("recognizes a relay's refusal %s", (body, expected) => {
  expect(errorOfResponse({ status: 401, body })).toMatchObject(expected);
});

test("of a provider ignores a relay's texts", () => {
  const body = '{"error":{"message":"wrong access code"}}';
  expect(errorOfResponse({ status: 401, body })).toMatchObject({ code: null });
});

describe("an error in the provider's own format", () => {
  const body = '{"Error":{"Code":"Busy.Now"}}';
  const answered = errorOfResponse({ status: 429, body, retryAfter: "2" });

  test("keeps its status, waiting time and body, and takes kind, code and message from the provider's format", () => {
    expect(errorWith(answered, { code: "Busy.Now", message: "Wait." }, { busynow: "overloaded" })).toEqual({
      kind: "overloaded",
      code: "Busy.Now",
      message: "Wait.",
      status: 429,
      retryAfterMs: 2000,
      body: JSON.stringify(JSON.parse(body), null, 2),
    });
  });

  test("with an unknown code is classified by its status, and its message is truncated", () => {
    expect(errorWith(answered, { message: "x".repeat(maxErrorBodyChars + 1) })).toMatchObject({
      kind: "rate-limit",
      code: null,
      message: "x".repeat(maxErrorBodyChars),
    });
  });
});

test("recognizes a gateway's moderation by its reasons, since its status is that of a missing permission", () => {
  const error = {
    code: 403,
    message: "Your input was flagged",
    metadata: { reasons: ["violence"], flagged_input: "…" },
  };
  const of = (body: unknown) => errorOfResponse({ status: 403, body: JSON.stringify({ error: body }) }).kind;
  expect([of(error), of({ ...error, metadata: { reasons: [] } }), of({ ...error, metadata: null })]).toEqual([
    "content-filter",
    "permission",
    "permission",
  ]);
});
