/** @jest-environment node */
import { accessRoute } from "@/lib/server/access-route";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import { signCode } from "@/lib/server/codes/signed-code";
import { relayRoute } from "@/lib/server/relay-route";
import type { Variables } from "@/lib/server/variables";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { testServer } from "@/test/support/test-server";

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
