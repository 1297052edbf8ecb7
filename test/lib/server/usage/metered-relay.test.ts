/** @jest-environment node */
import { requireCode } from "@/lib/server/access";
import { accessRoute } from "@/lib/server/access-route";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import { signCode } from "@/lib/server/codes/signed-code";
import type { RelayCall } from "@/lib/server/relay-call";
import { relayRoute } from "@/lib/server/relay-route";
import { expectCall, meterCall } from "@/lib/server/usage/metered-call";
import { estimateBodyTokens } from "@/lib/server/usage/reply-usage";
import { withUsageRequest } from "@/lib/server/usage/usage-request";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { acme, paired, testServer } from "@/test/support/test-server";

const secret = "a secret of the tests, long enough: 0123456789".replace(",", "");
/** 2027-01-15T08:00:00Z */
const nowMs = 1_800_000_000_000;
const today = "2027-01-15";

type Server = ReturnType<typeof testServer>;

const usage = { prompt_tokens: 100, completion_tokens: 50 };
const delta = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;
const ending = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`;

function events(...pieces: string[]): Response {
  return new Response(pieces.join(""), { headers: { "content-type": "text/event-stream" } });
}

const prices = JSON.stringify({ models: { "gpt-4": { input: 10, output: 100 }, free: { input: 0, output: 0 } } });

function start(respond: () => Response = () => events(delta("tide"), ending), variables: Variables = {}) {
  const env = fakeEnvironment({ now: nowMs, responses: respond });
  return {
    env,
    server: testServer(env, { CODE_SECRET: secret, ACME_API_KEY: "sk-server", PRICES: prices, ...variables }),
  };
}

function codeWith(rights: Partial<CodeRights>): string {
  const code = { id: "ada", issued: nowMs / 1000, rights: { features: ["own-keys" as const], ...rights } };
  return `Bearer nk-${signCode(code, secret)}`;
}

interface Call {
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly headers?: Record<string, string>;
}

function call(server: Server, rights: Partial<CodeRights>, { body, signal, headers }: Call = {}): Promise<Response> {
  const request = new Request("http://chat.example/api/acme/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: codeWith(rights), ...headers },
    body: JSON.stringify({ model: "gpt-4", messages: [{ role: "user", content: "tide" }], stream: true, ...body }),
    ...(signal && { signal }),
  });
  return relayRoute(request, "acme", ["v1", "chat", "completions"], server);
}

async function outcome(response: Promise<Response>): Promise<unknown> {
  const { status, headers, text } = await response.then(async (each) => ({
    status: each.status,
    headers: each.headers,
    text: await each.text(),
  }));
  return status === 200 ? 200 : [status, JSON.parse(text).error.code, headers.get("retry-after")];
}

async function rowsOf(server: Server) {
  return (await server.usage.store()).readUsage({ from: today, to: today });
}

test("a reply passes unchanged, and its usage and cost are recorded", async () => {
  const { server } = start();
  const response = await call(server, { moneyPerMonth: 1 });
  expect(await response.text()).toBe(delta("tide") + ending);
  const row = { day: today, code: "signed ada", model: "gpt-4", requests: 1, inputTokens: 100, outputTokens: 50 };
  // 100 tokens at 10, and 50 at 100, for a million.
  expect(await rowsOf(server)).toEqual([{ ...row, cost: 6000, isEstimated: false }]);
});

test("tokens of a day are used up until midnight, and those of a month until its end @C3.7", async () => {
  const { server } = start();
  expect(await outcome(call(server, { tokensPerDay: 150, tokensPerMonth: 151 }))).toBe(200);
  expect(await outcome(call(server, { tokensPerDay: 150 }))).toEqual([429, "code-tokens-day", "57600"]);
  expect(await outcome(call(server, { tokensPerMonth: 150 }))).toEqual([
    429,
    "code-tokens-month",
    `${57_600 + 16 * 86_400}`,
  ]);
  expect(await outcome(call(server, { tokensPerDay: 151 }))).toBe(200);
});

test("tokens of a day renew at midnight, and money on the first of the month", async () => {
  const { env, server } = start();
  const limits = { tokensPerDay: 100, moneyPerMonth: 0.005 };
  expect(await outcome(call(server, limits))).toBe(200);
  await env.advance(57_600_000 - 1);
  expect(await outcome(call(server, { tokensPerDay: 100 }))).toEqual([429, "code-tokens-day", "1"]);
  await env.advance(1);
  expect(await outcome(call(server, { tokensPerDay: 100 }))).toBe(200);
  expect(await outcome(call(server, limits))).toEqual([429, "code-money", `${16 * 86_400}`]);
  await env.advance(16 * 86_400_000);
  expect(await outcome(call(server, limits))).toBe(200);
});

test.each([
  ["a model without a price", { model: "acme-1" }],
  ["a call that names further models", { models: ["acme-1"] }],
])("with a limit of money, %s is refused before it is sent @C3.7", async (_name, body) => {
  const { env, server } = start();
  expect(await outcome(call(server, { moneyPerMonth: 1 }, { body }))).toEqual([403, "code-price", null]);
  expect(env.calls).toHaveLength(0);
  expect(await outcome(call(server, { tokensPerDay: 1000 }, { body }))).toBe(200);
});

test("a model whose price is 0 uses up no money, and one without a price has an unknown cost", async () => {
  const { server } = start();
  await outcome(call(server, { moneyPerMonth: 1 }, { body: { model: "free" } }));
  await outcome(call(server, { tokensPerDay: 9999 }, { body: { model: "acme-1" } }));
  expect((await rowsOf(server)).map(({ model, cost }) => [model, cost])).toEqual([
    ["free", 0],
    ["acme-1", undefined],
  ]);
});

test("an error of the provider, and a provider that is down, cost nothing and use up nothing", async () => {
  const failures = [() => new Response("{}", { status: 500 }), () => Promise.reject(new TypeError("down"))];
  let index = 0;
  const { server } = start(() => failures[index++ % 2]?.() as Response);
  for (let count = 0; count < 4; count++) await outcome(call(server, { tokensPerDay: 1000, atOnce: 1 })).catch(() => 0);
  expect(await rowsOf(server)).toEqual([]);
  expect((await server.usage.used({ id: "signed ada" }))?.tokensToday).toBe(0);
});

test("a reply that the caller leaves counts for what was sent, and ends its slot", async () => {
  const open = () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(delta("tide ".repeat(40)))),
      }),
      { headers: { "content-type": "text/event-stream" } },
    );
  const { server } = start(open);
  const response = await call(server, { tokensPerDay: 1000, atOnce: 1 });
  const reader = response.body?.getReader();
  await reader?.read();
  expect(await outcome(call(server, { tokensPerDay: 1000, atOnce: 1 }))).toEqual([429, "code-at-once", "5"]);
  await reader?.cancel();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const [row] = await rowsOf(server);
  expect(row).toMatchObject({ requests: 1, isEstimated: true, outputTokens: 60 });
  expect((await call(server, { tokensPerDay: 1000, atOnce: 1 })).status).toBe(200);
});

/** A provider that accepts a call and does not respond. */
const silent = () => new Promise<Response>(() => {}) as unknown as Response;

test("a call that the caller leaves before the provider responds counts with its expected amounts @C3.7", async () => {
  const { env, server } = start(silent);
  const leaving = new AbortController();
  const body = { max_tokens: 700, n: 2 };
  const response = call(server, { moneyPerMonth: 1, atOnce: 1 }, { body, signal: leaving.signal }).catch(() => 0);
  while (env.calls.length === 0) await new Promise((wait) => setTimeout(wait, 1));
  leaving.abort();
  await Promise.race([response, new Promise((wait) => setTimeout(wait, 20))]);
  const [row] = await rowsOf(server);
  const input = row?.inputTokens ?? 0;
  expect(row).toEqual({
    day: today,
    code: "signed ada",
    model: "gpt-4",
    requests: 1,
    inputTokens: Math.ceil(estimateBodyTokens({ model: "gpt-4", role: "user", content: "tide" })),
    outputTokens: 1400,
    cost: 10 * input + 100 * 1400,
    isEstimated: true,
  });
  expect((await server.usage.used({ id: "signed ada" }))?.tokensThisMonth).toBe(input + 1400);
});

test("a call that the caller leaves before it is sent costs nothing", async () => {
  const { server } = start(silent);
  const signal = AbortSignal.abort();
  await call(server, { tokensPerDay: 1000 }, { signal }).catch(() => 0);
  expect((await server.usage.used({ id: "signed ada" }))?.tokensToday).toBe(0);
});

test("a provider that does not respond in time has worked on the call", async () => {
  const late = ({ init }: { init: RequestInit }) =>
    new Promise<Response>((_, reject) => {
      init.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError")));
    });
  const env = fakeEnvironment({ now: nowMs, responses: late });
  const server = testServer(env, { CODE_SECRET: secret, ACME_API_KEY: "sk-server", PRICES: prices });
  const response = outcome(call(server, { tokensPerDay: 1000 }));
  while (env.calls.length === 0) await new Promise((wait) => setTimeout(wait, 1));
  await env.advance(600_000);
  expect(await response).toEqual([504, "timeout", null]);
  expect((await rowsOf(server)).map(({ outputTokens, isEstimated }) => [outputTokens, isEstimated])).toEqual([
    [500, true],
  ]);
});

test("the server requests the usage of a stream, whatever its caller wants @C3.7", async () => {
  const { env, server } = start();
  const options = async (body: object, rights: Partial<CodeRights> = { tokensPerDay: 9999 }) => {
    expect(await outcome(call(server, rights, { body }))).toBe(200);
    return JSON.parse(String(env.calls.at(-1)?.init.body)).stream_options;
  };
  for (const stream_options of [undefined, { include_usage: false }, null, { other: 1 }]) {
    expect(await options({ stream_options })).toEqual({ ...stream_options, include_usage: true });
  }
  expect(await options({ stream: false })).toBeUndefined();
  expect(await options({}, { perMinute: 99 })).toBeUndefined();
});

test("a server that may not know the field for usage gets the body as it is", async () => {
  const withProvider = (provider: typeof acme, listed: string, version = ""): RelayCall => ({
    target: { provider, options: { apiVersion: version }, credentials: [], baseUrl: "https://acme.example" },
    method: "POST",
    listed,
    path: listed,
    query: new URLSearchParams(),
  });
  const parsed = { model: "gpt-4", stream: true, messages: [] };
  const body = { content: JSON.stringify(parsed), contentType: "application/json", isTooLarge: () => false, parsed };
  const options = async (call: RelayCall) => (await withUsageRequest(body, call)).parsed?.stream_options;
  const deployed = "deployments/{deployment}/chat/completions";
  expect(await options(withProvider(acme, "v1/chat/completions"))).toEqual({ include_usage: true });
  expect(await options(withProvider(paired, "v1/chat/completions"))).toBeUndefined();
  expect(await options(withProvider(acme, "v1/messages"))).toBeUndefined();
  expect(await options(withProvider(acme, deployed, "2024-08-01-preview"))).toBeUndefined();
  expect(await options(withProvider(acme, deployed, "2024-10-21"))).toEqual({ include_usage: true });
});

test("parallel calls reserve the length that they request @C3.7", async () => {
  const { server } = start(silent);
  const rights = { tokensPerDay: 10_000 };
  for (const body of [{ max_tokens: 3000, n: 3 }, { max_completion_tokens: 2000 }]) {
    void call(server, rights, { body }).catch(() => 0);
    await new Promise((wait) => setTimeout(wait, 20));
  }
  expect(await outcome(call(server, rights))).toEqual([429, "code-tokens-day", "57600"]);
});

test.each([
  ["a faster tier", { service_tier: "priority" }],
  ["a faster tier, written in another way", { serviceTier: "PRIORITY" }],
  ["a higher speed", { speed: "fast" }],
  ["another spelling of the model", { Model: "acme-1" }],
  ["an engine", { engine: "acme-1" }],
  ["a deployment", { deployment_id: "acme-1" }],
  ["fallbacks", { context_window_fallbacks: [{ "gpt-4": ["acme-1"] }] }],
  ["a deeper model", { extra_body: { model: "acme-1" } }],
])("with a limit of money, a call with %s is refused before it is sent @C3.7", async (_name, body) => {
  const { env, server } = start();
  expect(await outcome(call(server, { moneyPerMonth: 1 }, { body }))).toEqual([403, "code-price", null]);
  expect(env.calls).toHaveLength(0);
});

test("with a limit of money, usual tiers and parameters that are called like a model pass", async () => {
  const { server } = start();
  const schema = { type: "object", properties: { model: { type: "string" } } };
  const tools = [{ type: "function", function: { name: "car", parameters: schema } }];
  for (const body of [{ service_tier: "flex" }, { service_tier: null }, { tools }, { metadata: { model: "x" } }]) {
    expect(await outcome(call(server, { moneyPerMonth: 1, features: ["tools"] }, { body }))).toBe(200);
  }
});

test("the price is that of the model in the path, which the provider uses @C3.7", async () => {
  const { env, server } = start(() => Response.json({ usageMetadata: { promptTokenCount: 100 }, candidates: [] }));
  const provider = {
    ...acme,
    relayed: ["POST v1beta/models/{model}:generateContent"],
  } as typeof acme;
  const target = server.config.providers.get("acme");
  if (target === undefined) throw new Error("No provider.");
  const limits = { moneyPerMonth: 1 };
  const asked = async (listed: string, body: object) => {
    const counted = { isMetered: true, headers: {}, limits, reserve: async () => {}, release: async () => {}, end };
    const relayed: RelayCall = {
      target: { ...target, provider },
      method: "POST",
      listed,
      path: listed,
      model: "gpt-4",
      query: new URLSearchParams(),
    };
    const expected = await expectCall(relayed, { model: "free", ...body }, limits, server);
    return meterCall(counted, relayed, expected, server);
  };
  const ended: unknown[] = [];
  async function end(usage: unknown) {
    ended.push(usage);
  }
  await (await asked("deployments/{deployment}/chat/completions", { max_tokens: 1000, messages: [] })).lose();
  const tokens = { inputTokens: 1, outputTokens: 1000 };
  expect(ended).toEqual([{ model: "gpt-4", ...tokens, cost: 10 + 100_000, isEstimated: true }]);
  expect(env.calls).toHaveLength(0);
});

test.each([{ tokensPerDay: 1000 }, { tokensPerMonth: 1000 }, { moneyPerMonth: 1 }])(
  "a code with %j has no replies in the background, unless its holder pays @C3.7",
  async (rights) => {
    const { env, server } = start(undefined, { HIDE_USER_API_KEY: "1" });
    for (const background of [true, 1, "true"]) {
      expect(await outcome(call(server, rights, { body: { background } }))).toEqual([403, "not-allowed", null]);
    }
    expect(env.calls).toHaveLength(0);
    const headers = { "x-api-key": "sk-own" };
    expect(await outcome(call(server, rights, { body: { background: true }, headers }))).toBe(200);
  },
);

test.each<[Partial<CodeRights>, unknown]>([
  [{ tokensPerDay: 1000 }, [403, "not-allowed", null]],
  [{ tokensPerMonth: 1000 }, [403, "not-allowed", null]],
  [{ moneyPerMonth: 1 }, [403, "code-price", null]],
  [{ perMinute: 5 }, 200],
])("keys for live calls, whose tokens cannot be counted, with %j: %j @C3.7", async (rights, expected) => {
  const { env, server } = start(() => Response.json({ value: "ek-1" }));
  const request = new Request("http://chat.example/api/acme/v1/realtime/client_secrets", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: codeWith({ ...rights, features: ["voice"] }) },
    body: JSON.stringify({ session: { type: "realtime", model: "gpt-4" } }),
  });
  expect(await outcome(relayRoute(request, "acme", ["v1", "realtime", "client_secrets"], server))).toEqual(expected);
  expect(env.calls).toHaveLength(expected === 200 ? 1 : 0);
});

test("a revoked code gets no lists of models and no other route @A2.9", async () => {
  const { env, server } = start(() => Response.json({ data: [] }));
  const headers = { authorization: codeWith({ features: ["tools"] }) };
  const list = () =>
    outcome(
      relayRoute(new Request("http://chat.example/api/acme/v1/models", { headers }), "acme", ["v1", "models"], server),
    );
  expect(await list()).toBe(200);
  expect((await requireCode(new Headers(headers), server))?.id).toBe("signed ada");
  await (await server.usage.store()).revoke("signed ada");
  expect(await list()).toEqual([401, "code-revoked", null]);
  await expect(requireCode(new Headers(headers), server)).rejects.toMatchObject({ code: "code-revoked" });
  expect(env.calls).toHaveLength(1);
});

test("calls with an own key are not counted in tokens", async () => {
  const { server } = start(undefined, { HIDE_USER_API_KEY: "1" });
  const headers = { "x-api-key": "sk-own" };
  await outcome(call(server, { tokensPerDay: 10 }, { headers })).catch(() => 0);
  expect(await rowsOf(server)).toEqual([]);
});

test("what is left is returned with the rights, and a revoked code is refused @A2.9", async () => {
  const { server } = start();
  const rights = { tokensPerDay: 1000, tokensPerMonth: 2000, moneyPerMonth: 1 };
  await outcome(call(server, rights));
  const ask = () =>
    accessRoute(
      new Request("http://chat.example/api/access", {
        method: "POST",
        headers: { authorization: codeWith(rights), accept: "application/json" },
      }),
      server,
    );
  const [day, month] = [Date.UTC(2027, 0, 16), Date.UTC(2027, 1, 1)];
  expect(await (await ask()).json()).toEqual({
    rights: { ...rights, features: ["own-keys"] },
    left: {
      tokensPerDay: { limit: 1000, left: 850, renews: day },
      tokensPerMonth: { limit: 2000, left: 1850, renews: month },
      moneyPerMonth: { limit: 1, left: 0.994, renews: month, currency: "USD" },
    },
  });
  await (await server.usage.store()).revoke("signed ada");
  expect((await ask()).status).toBe(401);
  expect(await outcome(call(server, {}))).toEqual([401, "code-revoked", null]);
});
