/** @jest-environment node */
import type { CodeRights } from "@/lib/server/codes/code-rights";
import { signCode } from "@/lib/server/codes/signed-code";
import { relayRoute } from "@/lib/server/relay-route";
import { createUsageLimits } from "@/lib/server/usage/limits";
import { memoryUsage } from "@/lib/server/usage/memory-usage";
import type { UsageStore } from "@/lib/server/usage/usage-store";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { testServer } from "@/test/support/test-server";

const secret = "a secret of the tests, long enough: 0123456789".replace(",", "");
/** 2027-01-15T08:00:00Z */
const nowMs = 1_800_000_000_000;
const id = "signed ada";

const usage = { prompt_tokens: 100, completion_tokens: 50 };
const reply = [
  `data: ${JSON.stringify({ choices: [{ delta: { content: "tide" } }] })}\n\n`,
  `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`,
].join("");

/** Starts a server whose store notes its steps. */
function start() {
  const steps: string[] = [];
  const respond = () => new Response(reply, { headers: { "content-type": "text/event-stream" } });
  const env = fakeEnvironment({ now: nowMs, responses: respond });
  const memory = memoryUsage(env.now, env.newId);
  const noted = <Name extends "admit" | "reserve" | "endCall" | "releaseCall">(name: Name): UsageStore[Name] =>
    ((...given: Parameters<UsageStore[Name]>) => {
      steps.push(name);
      return (memory[name] as (...given: unknown[]) => unknown)(...given);
    }) as UsageStore[Name];
  const store: UsageStore = {
    ...memory,
    kind: "redis",
    admit: noted("admit"),
    reserve: noted("reserve"),
    endCall: noted("endCall"),
    releaseCall: noted("releaseCall"),
  };
  const limits = createUsageLimits({ open: async () => store, withoutStore: "default", env, log() {} });
  const prices = JSON.stringify({ models: { "gpt-4": { input: 10, output: 100 } } });
  const server = testServer(env, { CODE_SECRET: secret, ACME_API_KEY: "sk-server", PRICES: prices });
  return { env, memory, steps, server: { ...server, usage: limits } };
}

interface Call {
  readonly rights: Partial<CodeRights>;
  readonly body?: string;
  readonly hasLength: boolean;
}

async function call(
  server: ReturnType<typeof start>["server"],
  { rights, body = questionOf("tide"), hasLength }: Call,
): Promise<unknown> {
  const code = signCode({ id: "ada", issued: nowMs / 1000, rights: { features: [], ...rights } }, secret);
  const request = new Request("http://chat.example/api/acme/v1/chat/completions", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer nk-${code}`,
      ...(hasLength && { "content-length": String(body.length) }),
    },
    body,
  });
  const response = await relayRoute(request, "acme", ["v1", "chat", "completions"], server);
  const text = await response.text();
  return response.status === 200 ? 200 : [response.status, JSON.parse(text).error.code];
}

function questionOf(content: string, more: object = {}): string {
  return JSON.stringify({ model: "gpt-4", messages: [{ role: "user", content }], stream: true, ...more });
}

test("a short call with limits of amounts takes one step in the store before it is sent, and one after", async () => {
  const { server, steps } = start();
  expect(await call(server, { rights: { tokensPerDay: 1000 }, hasLength: true })).toBe(200);
  expect(steps).toEqual(["admit", "endCall"]);
});

test.each<[string, Call]>([
  ["of unknown length", { rights: { tokensPerDay: 1e9 }, hasLength: false }],
  ["with a long body", { rights: { tokensPerDay: 1e9 }, body: questionOf("tide ".repeat(20_000)), hasLength: true }],
])("a call %s is counted before its body is read", async (_name, given) => {
  const { server, steps } = start();
  expect(await call(server, given)).toBe(200);
  expect(steps).toEqual(["admit", "reserve", "endCall"]);
});

test("a code that may not send more calls gets no long body read", async () => {
  const { env, server } = start();
  const rights = { perMinute: 1, tokensPerDay: 1e9 };
  expect(await call(server, { rights, hasLength: true })).toBe(200);
  expect(await call(server, { rights, body: "{".repeat(70_000), hasLength: true })).toEqual([429, "code-per-minute"]);
  expect(env.calls).toHaveLength(1);
});

const broken: readonly [string, Partial<CodeRights>, string][] = [
  ["a body that is not JSON", { tokensPerDay: 1000 }, "tide"],
  ["a model that the code lacks", { tokensPerDay: 1000, models: "-all" }, questionOf("tide")],
  ["a model without a price", { moneyPerMonth: 1 }, questionOf("tide", { model: "acme-1" })],
  ["a background reply", { tokensPerDay: 1000 }, questionOf("tide", { background: true })],
];

test.each(broken)("%s: refused alike whether the body is read before or after, and counted", async (...row) => {
  const [, rights, body] = row;
  const results = [];
  for (const hasLength of [true, false]) {
    const { env, memory, server } = start();
    const given = { rights: { ...rights, perMinute: 2 }, body, hasLength };
    const answers = [await call(server, given), await call(server, given), await call(server, given)];
    const { tokensToday, moneyThisMonth } = await memory.used(id);
    expect(env.calls).toHaveLength(0);
    expect([tokensToday, moneyThisMonth]).toEqual([0, 0]);
    results.push(answers);
  }
  const [first, second] = results;
  expect(first).toEqual(second);
  // The third call is one too many.
  expect(first?.[2]).toEqual([429, "code-per-minute"]);
  expect(first?.[0]).not.toEqual(first?.[2]);
});

test("the reserved amounts are replaced by the real ones, and taken back if the provider fails", async () => {
  const { memory, server } = start();
  await call(server, { rights: { tokensPerDay: 1000, moneyPerMonth: 1 }, hasLength: true });
  const { tokensToday, moneyThisMonth } = await memory.used(id);
  expect([tokensToday, moneyThisMonth]).toEqual([150, 10 * 100 + 100 * 50]);
  const down = start();
  const failing = { ...down.server, env: { ...down.server.env, fetch: () => Promise.reject(new TypeError("down")) } };
  await call(failing, { rights: { tokensPerDay: 1000, atOnce: 1 }, hasLength: true });
  expect((await down.memory.used(id)).tokensToday).toBe(0);
  expect(await call(down.server, { rights: { tokensPerDay: 1000, atOnce: 1 }, hasLength: true })).toBe(200);
});

test("of many calls at once, only those pass whose amounts are not used up", async () => {
  const { server } = start();
  const rights = { tokensPerDay: 1000, atOnce: 100 };
  const answers = await Promise.all(Array.from({ length: 20 }, () => call(server, { rights, hasLength: true })));
  // Each of them reserves about 500 tokens.
  expect(answers.filter((each) => each === 200)).toHaveLength(2);
});
