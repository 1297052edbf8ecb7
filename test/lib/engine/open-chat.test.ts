import type { ChatEvent } from "@/lib/chat/event";
import type { ChatRequest } from "@/lib/chat/request";
import { type ChatOpening, openChat, type Refusals } from "@/lib/engine/open-chat";
import { openAICompatible } from "@/lib/providers/codecs/openai/openai-compatible";
import { openAIResponses } from "@/lib/providers/codecs/openai/openai-responses";
import { withControls } from "@/lib/providers/model-controls";
import { type FakeAnswer, type FakeEnvironment, fakeEnvironment } from "@/test/support/fake-environment";

const request: ChatRequest = { model: "some-model", messages: [{ role: "user", content: "Hello" }], stream: true };
const eventStream = { "content-type": "text/event-stream" };

const chunk = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const finishChunk = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
const finish: ChatEvent = { type: "finish", finish: "stop", raw: "stop" };
const text = (words: string): ChatEvent => ({ type: "text-delta", text: words });

function callOn(env: FakeEnvironment, options: Partial<ChatOpening> = {}) {
  return openChat({
    codec: openAICompatible({ path: "v1/chat/completions" }),
    connection: { baseUrl: "https://provider.test", headers: { Authorization: "Bearer key" } },
    env,
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    ...options,
  });
}

async function all(events: AsyncIterable<ChatEvent>): Promise<ChatEvent[]> {
  const out: ChatEvent[] = [];
  for await (const event of events) out.push(event);
  return out;
}

function eventsFor(answer: FakeAnswer, options: Partial<ChatOpening> = {}, asked = request): Promise<ChatEvent[]> {
  return all(callOn(fakeEnvironment({ responses: [answer] }), options)(asked));
}

/** A body that the test feeds piece by piece. */
function openBody(headers: Record<string, string> = eventStream) {
  let control: ReadableStreamDefaultController<Uint8Array>;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      control = controller;
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  return {
    response: new Response(body, { headers }),
    send: (words: string) => control.enqueue(new TextEncoder().encode(words)),
    close: () => control.close(),
    fail: () => control.error(new TypeError("network connection lost")),
    isCancelled: () => isCancelled,
  };
}

describe("a call", () => {
  test("is sent as the codec built it, and does not follow redirects", async () => {
    const env = fakeEnvironment({ responses: [new Response("", { headers: eventStream })] });
    await all(callOn(env)(request));
    expect(env.calls).toEqual([
      {
        url: "https://provider.test/v1/chat/completions",
        init: {
          method: "POST",
          headers: { Authorization: "Bearer key", "Content-Type": "application/json", Accept: "application/json" },
          body: '{"messages":[{"role":"user","content":"Hello"}],"stream":true,"model":"some-model"}',
          redirect: "error",
          signal: expect.any(AbortSignal),
        },
      },
    ]);
  });

  test("is not sent if the user has already stopped", async () => {
    const env = fakeEnvironment();
    expect(await all(callOn(env, { signal: AbortSignal.abort() })(request))).toEqual([]);
    expect(env.calls).toEqual([]);
  });

  test("that fails is a network error", async () => {
    const fails = () => Promise.reject(new TypeError("Failed to fetch"));
    const noted: string[] = [];
    const note = (name: string) => () => void noted.push(name);
    const events = await eventsFor(fails, { onSend: note("sent"), onUnsent: note("unsent"), onCall: note("ended") });
    expect(events).toEqual([{ type: "error", error: { kind: "network", code: null, message: "Failed to fetch" } }]);
    expect(noted).toEqual(["sent", "unsent"]);
  });
});

describe("a response", () => {
  test("that is a stream yields its events up to the end mark, and the rest is not read", async () => {
    const body = openBody();
    body.send(`: hi\n\n${chunk("Low ")}${chunk("tide.")}${finishChunk}data: [DONE]\n\n${chunk("more")}`);
    expect(await eventsFor(body.response)).toEqual([text("Low tide."), finish, { type: "end" }]);
    expect(body.isCancelled()).toBe(true);
  });

  test("that is a stream ends at an error, and is cancelled", async () => {
    const body = openBody();
    body.send(`${chunk("Low ")}data: {"error":{"message":"Busy","type":"overloaded_error"}}\n\n${chunk("more")}`);
    const events = await eventsFor(body.response);
    expect(events).toMatchObject([text("Low "), { type: "error", error: { kind: "overloaded", message: "Busy" } }]);
    expect(body.isCancelled()).toBe(true);
  });

  test("that is plain text is the reply", async () => {
    const headers = { "content-type": "text/plain; charset=utf-8" };
    expect(await eventsFor(new Response("Low tide 潮.", { headers }))).toEqual([text("Low tide 潮."), { type: "end" }]);
  });

  test("that is plain text with another status is an error", async () => {
    const headers = { "content-type": "text/plain" };
    expect(await eventsFor(new Response("no upstream", { status: 503, headers }))).toMatchObject([
      { type: "error", error: { kind: "overloaded", message: "no upstream", status: 503 } },
    ]);
  });

  test("that is JSON is a whole reply", async () => {
    const whole = { choices: [{ message: { content: "Low tide." }, finish_reason: "stop" }] };
    expect(await eventsFor(Response.json(whole))).toEqual([text("Low tide."), finish, { type: "end" }]);
  });

  test("that is an HTML page is a protocol error", async () => {
    const headers = { "content-type": "text/html" };
    expect(await eventsFor(new Response("<html></html>", { headers }))).toEqual([
      { type: "error", error: { kind: "protocol", code: null, message: "" } },
    ]);
  });

  test("that is an error contains the time to wait", async () => {
    const headers = { "retry-after": "Fri, 20 Nov 2026 10:00:30 GMT", date: "Fri, 20 Nov 2026 10:00:00 GMT" };
    expect(await eventsFor(new Response("", { status: 429, headers }))).toEqual([
      { type: "error", error: { kind: "rate-limit", code: null, message: "", status: 429, retryAfterMs: 30_000 } },
    ]);
    const exact = { "retry-after": "9", "retry-after-ms": "8500" };
    expect(await eventsFor(new Response("", { status: 429, headers: exact }))).toMatchObject([
      { error: { retryAfterMs: 8500 } },
    ]);
  });

  test("without a body is an error of its status", async () => {
    expect(await eventsFor(new Response(null, { status: 401 }))).toEqual([
      { type: "error", error: { kind: "auth", code: null, message: "", status: 401 } },
    ]);
  });

  test("with an endless error body is only read up to a limit", async () => {
    let pieces = 0;
    const piece = new TextEncoder().encode("x".repeat(100_000));
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces++;
        controller.enqueue(piece);
      },
    });
    const [event] = await eventsFor(new Response(body, { status: 500 }));
    expect(event).toMatchObject({ type: "error", error: { kind: "server" } });
    expect(pieces).toBeLessThan(20);
  });

  test("with reasoning between tags has separate reasoning", async () => {
    const body = `${chunk("<think>H")}${chunk("m</think>Yes")}data: [DONE]\n\n`;
    expect(await eventsFor(new Response(body, { headers: eventStream }))).toEqual([
      { type: "reasoning-delta", text: "Hm" },
      text("Yes"),
      { type: "end" },
    ]);
  });

  test("that exceeds the limit keeps its text up to there", async () => {
    const body = openBody();
    body.send(chunk("12345678") + chunk("9abcdefg"));
    expect(await eventsFor(body.response, { maxReplyChars: 10 })).toEqual([
      text("123456789a"),
      { type: "error", error: { kind: "too-large", code: null, message: "" } },
    ]);
    expect(body.isCancelled()).toBe(true);
  });
});

describe("a connection", () => {
  test("that breaks is a network error after the text so far", async () => {
    const body = openBody();
    const events = callOn(fakeEnvironment({ responses: [body.response] }))(request);
    body.send(chunk("Low "));
    expect(await events.next()).toMatchObject({ value: text("Low ") });
    body.fail();
    expect(await all(events)).toEqual([
      { type: "error", error: { kind: "network", code: null, message: "network connection lost" } },
    ]);
  });

  test("that closes without data adds nothing", async () => {
    expect(await eventsFor(new Response(chunk("Low "), { headers: eventStream }))).toEqual([text("Low ")]);
  });

  test("that breaks after the finish reason changes nothing", async () => {
    const body = openBody();
    const events = callOn(fakeEnvironment({ responses: [body.response] }))(request);
    body.send(finishChunk);
    expect(await events.next()).toMatchObject({ value: finish });
    body.fail();
    expect(await all(events)).toEqual([]);
  });
});

describe("a stop", () => {
  test("ends an unanswered call silently", async () => {
    const stop = new AbortController();
    const events = all(
      callOn(fakeEnvironment({ responses: [() => new Promise(() => {})] }), { signal: stop.signal })(request),
    );
    stop.abort();
    expect(await events).toEqual([]);
  });

  test("ends a stalled stream silently, and cancels its body", async () => {
    const body = openBody();
    const stop = new AbortController();
    const events = callOn(fakeEnvironment({ responses: [body.response] }), { signal: stop.signal })(request);
    body.send(chunk("Low "));
    await events.next();
    const rest = all(events);
    stop.abort();
    expect(await rest).toEqual([]);
    expect(body.isCancelled()).toBe(true);
  });

  test("ends a stalled whole reply silently", async () => {
    const body = openBody({ "content-type": "application/json" });
    const env = fakeEnvironment({ responses: [body.response] });
    const stop = new AbortController();
    const events = all(callOn(env, { signal: stop.signal })(request));
    body.send('{"choices":');
    await env.advance(10);
    stop.abort();
    expect(await events).toEqual([]);
  });

  test("of the consumer aborts the call", async () => {
    const body = openBody();
    const env = fakeEnvironment({ responses: [body.response] });
    body.send(chunk("Low "));
    for await (const _event of callOn(env)(request)) break;
    expect(env.calls[0]?.init.signal?.aborted).toBe(true);
    expect(body.isCancelled()).toBe(true);
  });
});

describe("a timeout", () => {
  const timedOut = (seconds: number) => [
    { type: "error", error: { kind: "timeout", code: null, message: "", seconds } },
  ];

  test("for the headers applies until the headers arrive", async () => {
    const env = fakeEnvironment({ responses: [() => new Promise(() => {})] });
    const events = all(callOn(env, { headerTimeoutMs: 5000 })(request));
    await env.advance(5000);
    expect(await events).toEqual(timedOut(5));
    expect(env.calls[0]?.init.signal?.aborted).toBe(true);
  });

  test("between bytes applies to silence, and never ends an active stream", async () => {
    const body = openBody();
    const env = fakeEnvironment({ responses: [body.response] });
    const events = all(callOn(env)(request));
    for (const words of ["a", "b", "c", "d"]) {
      await env.advance(50_000);
      body.send(chunk(words));
    }
    await env.advance(60_000);
    expect(await events).toEqual([...["a", "b", "c", "d"].map(text), ...timedOut(60)]);
    expect(body.isCancelled()).toBe(true);
  });

  test("with only comments is five times as long", async () => {
    const body = openBody();
    const env = fakeEnvironment({ responses: [body.response] });
    const events = all(callOn(env)(request));
    for (let minute = 0; minute < 8; minute++) {
      await env.advance(45_000);
      if (!body.isCancelled()) body.send(": keep-alive\n\n");
    }
    expect(await events).toEqual(timedOut(300));
    expect(env.now()).toBe(360_000);
  });

  test("for a whole reply applies to all of it", async () => {
    const body = openBody({ "content-type": "application/json" });
    const env = fakeEnvironment({ responses: [body.response] });
    const events = all(callOn(env)({ ...request, stream: false }));
    await env.advance(40_000);
    body.send('{"choices":');
    await env.advance(20_000);
    expect(await events).toEqual(timedOut(60));
  });

  test("after the finish reason is not an error", async () => {
    const body = openBody();
    const env = fakeEnvironment({ responses: [body.response] });
    const events = all(callOn(env)(request));
    body.send(chunk("Low tide.") + finishChunk);
    await env.advance(60_000);
    expect(await events).toEqual([text("Low tide."), finish]);
  });
});

describe("an optional parameter that is refused by name", () => {
  const reply = () => new Response(`${chunk("Low tide.")}${finishChunk}`, { headers: eventStream });
  const refuse = (param: string) => () =>
    Response.json(
      { error: { message: "No.", type: "invalid_request_error", param, code: "unsupported_value" } },
      { status: 400 },
    );
  const bodies = (env: FakeEnvironment) => env.calls.map(({ init }) => JSON.parse(String(init.body)));
  const codec = openAIResponses({ path: "v1/responses" });

  test("is left out of the repeated call, and of later calls to the model", async () => {
    const refusals: Refusals = new Map();
    const env = fakeEnvironment({ responses: [refuse("reasoning.summary"), reply(), reply(), reply()] });
    const onRefused = jest.fn();
    const open = callOn(env, { codec, refusals, onRefused });
    await all(open(request));
    await all(open(request));
    await all(open({ ...request, model: "other-model" }));
    expect(onRefused.mock.calls).toEqual([["reasoning.summary"]]);
    expect(bodies(env).map(({ reasoning }) => reasoning)).toEqual([
      { summary: "auto" },
      undefined,
      undefined,
      { summary: "auto" },
    ]);
  });

  test("does not show: the reply is that of the repeated call", async () => {
    const env = fakeEnvironment({ responses: [refuse("temperature"), refuse("top_p"), reply()] });
    const asked = { ...request, temperature: 0.5, topP: 0.9 };
    expect(await all(callOn(env, { refusals: new Map() })(asked))).toEqual([text("Low tide."), finish]);
    expect(bodies(env)).toMatchObject([{ temperature: 0.5, top_p: 0.9 }, { top_p: 0.9 }, {}]);
    expect(bodies(env)[2]).not.toHaveProperty("top_p");
  });

  test("may be the form of answers: the reply is then text, and the user is told once", async () => {
    const refusals: Refusals = new Map();
    const env = fakeEnvironment({ responses: [refuse("response_format"), reply(), reply()] });
    const onRefused = jest.fn();
    const open = callOn(env, {
      codec: withControls(openAICompatible({ path: "v1/chat/completions" }), "Mistral"),
      refusals,
      onRefused,
    });
    const asked = { ...request, controls: { answer: { type: "schema", schema: { type: "object" } } } } as const;
    expect(await all(open(asked))).toEqual([text("Low tide."), finish]);
    expect(await all(open(asked))).toEqual([text("Low tide."), finish]);
    expect(onRefused.mock.calls).toEqual([["response_format"]]);
    expect(bodies(env).map((body) => "response_format" in body)).toEqual([true, false, false]);
  });

  test("may be the stream: the reply then arrives whole", async () => {
    const whole = { choices: [{ message: { content: "Low tide." }, finish_reason: "stop" }] };
    const env = fakeEnvironment({ responses: [refuse("stream"), Response.json(whole)] });
    const events = await all(callOn(env, { refusals: new Map() })(request));
    expect(events).toEqual([text("Low tide."), finish, { type: "end" }]);
    expect(bodies(env)).toMatchObject([{ stream: true }, { stream: false }]);
  });

  test("may be the token limit, which gets its newer name in this and later calls", async () => {
    const message = "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const refusal = () => Response.json({ error: { message, param: "max_tokens" } }, { status: 400 });
    const env = fakeEnvironment({ responses: [refusal, reply(), reply()] });
    const limited = openAICompatible({ path: "v1/chat/completions", tokenLimitField: "max_tokens" });
    const open = callOn(env, { codec: limited, refusals: new Map() });
    const asked = { ...request, maxOutputTokens: 4000 };
    expect(await all(open(asked))).toEqual([text("Low tide."), finish]);
    await all(open(asked));
    expect(bodies(env).map(({ max_tokens, max_completion_tokens }) => [max_tokens, max_completion_tokens])).toEqual([
      [4000, undefined],
      [undefined, 4000],
      [undefined, 4000],
    ]);
  });

  test("that is refused again is an error", async () => {
    const env = fakeEnvironment({ responses: [refuse("top_p"), refuse("top_p")] });
    expect(await all(callOn(env, { refusals: new Map() })(request))).toMatchObject([
      { error: { kind: "bad-request" } },
    ]);
  });

  test("leaves other errors as they are", async () => {
    const env = fakeEnvironment({ responses: [refuse("messages")] });
    expect(await all(callOn(env, { refusals: new Map() })(request))).toMatchObject([
      { error: { kind: "bad-request" } },
    ]);
  });
});
