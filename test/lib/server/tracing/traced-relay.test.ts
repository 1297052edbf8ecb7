/** @jest-environment node */
import { signCode } from "@/lib/server/codes/signed-code";
import { relayRoute } from "@/lib/server/relay-route";
import type { TraceParent } from "@/lib/server/tracing/trace-parent";
import type { TracedCall, TracedResult } from "@/lib/server/tracing/traces";
import type { Variables } from "@/lib/server/variables";
import { type FakeAnswer, fakeEnvironment } from "@/test/support/fake-environment";
import { testServer } from "@/test/support/test-server";

const nowMs = 1_800_000_000_000;
const secret = "a-secret-of-the-tests-of-traces-0123456789";
const usage = { prompt_tokens: 100, completion_tokens: 50 };
const text = `data: ${JSON.stringify({ choices: [{ delta: { content: "canary-reply" } }] })}\n\n`;
const ending = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;

interface Ended {
  readonly call: TracedCall;
  readonly parent?: TraceParent;
  readonly result: TracedResult;
}

function start(responses: readonly FakeAnswer[], variables: Variables = {}, readsParent = false) {
  const env = fakeEnvironment({ now: nowMs, responses });
  const ended: Ended[] = [];
  const traces = {
    readsParent,
    begin: (call: TracedCall, parent?: TraceParent) => (result: TracedResult) =>
      void ended.push({ call, result, ...(parent && { parent }) }),
    flush: async () => undefined,
  };
  const server = testServer(env, { ACME_API_KEY: "sk-canary-server", CODE_SECRET: secret, ...variables });
  return { env, ended, server: { ...server, traces: async () => traces } };
}

const code = signCode({ id: "ada", issued: nowMs / 1000, rights: { features: [], tokensPerDay: 1000 } }, secret);

interface Call {
  readonly path?: string;
  readonly provider?: string;
  readonly credential?: string;
  readonly signal?: AbortSignal;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function call(server: ReturnType<typeof start>["server"], options: Call = {}): Promise<Response> {
  const {
    path = "v1/chat/completions",
    provider = "acme",
    credential = `nk-${code}`,
    signal,
    method = "POST",
    headers,
  } = options;
  const body = JSON.stringify({ model: "gpt-4", messages: [{ role: "user", content: "canary-prompt" }], stream: true });
  const request = new Request(`http://chat.example/api/${provider}/${path}?canary-query=1`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${credential}`, ...headers },
    ...(method === "POST" && { body }),
    ...(signal && { signal }),
  });
  return relayRoute(request, provider, path.split("/"), server);
}

const events = (...pieces: string[]) =>
  new Response(pieces.join(""), { headers: { "content-type": "text/event-stream" } });
const chat = { method: "POST", route: "/api/acme/v1/chat/completions", provider: "acme" };

test("a trace ends after the reply and the count of its tokens", async () => {
  const { env, ended, server } = start([
    async () => {
      await env.advance(250);
      return events(text, ending);
    },
  ]);
  const response = await call(server);
  expect(ended).toEqual([]);
  expect(await response.text()).toBe(text + ending);
  const tokens = { provider: "acme", model: "gpt-4", input: 100, output: 50, tokenSeconds: 0 };
  const result = { status: 200, firstByteMs: 250, tokens, areTokensEstimated: false };
  expect(ended).toEqual([{ call: chat, result }]);
});

test("calls that are not counted, are refused or fail have a trace without tokens", async () => {
  const { ended, server } = start([
    events(text),
    new Response("{}"),
    () => {
      throw new TypeError("fetch failed");
    },
  ]);
  await (await call(server, { credential: "sk-canary-own" })).text();
  await (await call(server, { credential: "sk-canary-own", path: "v1/voices", method: "GET" })).text();
  await call(server, { credential: "sk-canary-own" });
  await call(server, { credential: "nk-canary-code" });
  expect(ended).toEqual([
    { call: chat, result: { status: 200, firstByteMs: 0 } },
    {
      call: { method: "GET", route: "/api/acme/v1/voices", provider: "acme" },
      result: { status: 200, firstByteMs: 0 },
    },
    { call: chat, result: { status: 502, refusal: "upstream-unreachable" } },
    { call: chat, result: { status: 401, refusal: "code-wrong" } },
  ]);
});

test("a reply that its caller leaves ends its trace, with estimated tokens", async () => {
  const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });
  const { ended, server } = start([new Response(body, { headers: { "content-type": "text/event-stream" } })]);
  const caller = new AbortController();
  const response = await call(server, { signal: caller.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  expect(ended).toEqual([]);
  await reader?.cancel();
  caller.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(ended).toEqual([
    {
      call: chat,
      result: {
        status: 200,
        firstByteMs: 0,
        tokens: { provider: "acme", model: "gpt-4", input: expect.any(Number), output: expect.any(Number) },
        areTokensEstimated: true,
      },
    },
  ]);
});

test("a trace contains no key, code, text, query or unlisted path @L6.1", async () => {
  const { ended, server } = start([events(text, ending), events(text)]);
  await (await call(server)).text();
  await (await call(server, { credential: "sk-canary-own" })).text();
  await call(server, { path: "v1/canary-path" });
  await call(server, { provider: "canary-provider" });
  expect(ended.map(({ call }) => call)).toEqual([
    chat,
    chat,
    { method: "POST", route: "/api/acme/{path}", provider: "acme" },
    { method: "POST", route: "/api/{provider}/{path}" },
  ]);
  const traced = JSON.stringify(ended);
  for (const canary of ["canary", code, secret]) expect(traced).not.toContain(canary);
});

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const spanId = "00f067aa0ba902b7";
const traced = { traceparent: `00-${traceId}-${spanId}-01`, tracestate: "canary=1", baggage: "canary=2" };

test.each([true, false])("providers get no trace headers, whether the trace is continued: %s @L6.1", async (isRead) => {
  const { env, ended, server } = start([events(text, ending), events(text)], {}, isRead);
  await (await call(server, { headers: traced })).text();
  await (await call(server, { headers: traced, credential: "sk-canary-own" })).text();
  expect(env.calls).toHaveLength(2);
  const sent = env.calls.flatMap(({ init }) => [...new Headers(init.headers).keys()]);
  expect(sent.filter((name) => /trace|baggage|b3|span/.test(name))).toEqual([]);
  const parent = isRead ? { traceId, spanId, isSampled: true } : undefined;
  expect(ended.map((each) => each.parent)).toEqual([parent, parent]);
});

test("a call without a valid parent begins its own trace", async () => {
  const { ended, server } = start([events(text), events(text)], {}, true);
  await (await call(server)).text();
  await (await call(server, { headers: { traceparent: "canary" } })).text();
  expect(ended.map((each) => "parent" in each)).toEqual([false, false]);
});
