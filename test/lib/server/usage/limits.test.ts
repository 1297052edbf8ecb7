/** @jest-environment node */
import { nanoid } from "nanoid";
import type { Environment } from "@/lib/environment";
import type { CodeRights } from "@/lib/server/codes/code-rights";
import { serverEnvironment } from "@/lib/server/environment";
import { refusalOf } from "@/lib/server/error-response";
import { createUsageLimits, type UsageLimits, type WithoutStore } from "@/lib/server/usage/limits";
import { memoryUsage } from "@/lib/server/usage/memory-usage";
import { connectRedis } from "@/lib/server/usage/redis-connection";
import { redisUsage } from "@/lib/server/usage/redis-usage";
import { createSlotKeeper } from "@/lib/server/usage/slot-keeper";
import type { UsageStore } from "@/lib/server/usage/usage-store";
import { fakeEnvironment } from "@/test/support/fake-environment";
import { type RedisPeer, startRedis } from "@/test/support/redis-peer";

let redis: RedisPeer;
const stores: UsageStore[] = [];

beforeAll(async () => {
  redis = await startRedis();
});

afterAll(async () => {
  for (const store of stores) await store.close();
  await redis.stop();
});

function start(url: string, withoutStore: WithoutStore = "default", env: Environment = serverEnvironment) {
  const lines: string[] = [];
  const store = redisUsage(
    connectRedis(url, (line) => lines.push(line)),
    nanoid,
  );
  stores.push(store);
  return {
    lines,
    limits: createUsageLimits({ open: async () => store, withoutStore, env, log: (line) => lines.push(line) }),
  };
}

function admit(
  limits: UsageLimits,
  rights: Partial<CodeRights>,
  id = "signed ada",
  payer: "operator" | "caller" = "operator",
) {
  return limits.admit({ id, rights: { features: [], ...rights } }, payer);
}

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "passed",
    (thrown: unknown) => refusalOf(thrown),
  );
}

const usage = { model: "m", inputTokens: 5, outputTokens: 5, cost: 1, isEstimated: false };

test.each<[WithoutStore, Partial<CodeRights>, string]>([
  ["default", { moneyPerMonth: 1 }, "code-uncounted"],
  ["default", { tokensPerDay: 1 }, "code-uncounted"],
  ["default", { perMinute: 5 }, "passed"],
  ["default", {}, "passed"],
  ["open", { moneyPerMonth: 1 }, "passed"],
  ["closed", { perMinute: 5 }, "code-uncounted"],
  ["closed", {}, "code-uncounted"],
])("without a reachable store and the choice %s, a code with %j: %s @C3.7", async (choice, rights, expected) => {
  const { limits } = start("redis://127.0.0.1:1", choice);
  expect(await outcome(admit(limits, rights))).toBe(expected);
});

test("without a reachable store, each process counts calls for itself", async () => {
  const { limits, lines } = start("redis://127.0.0.1:1");
  expect(await outcome(admit(limits, { perMinute: 1 }))).toBe("passed");
  expect(await outcome(admit(limits, { perMinute: 1 }))).toBe("code-per-minute");
  expect(lines.join()).not.toMatch(/ada|127\.0/);
});

test("a store that does not reply is waited for 200 ms, and not longer", async () => {
  const env = fakeEnvironment();
  const silent = new Proxy(memoryUsage(env.now, nanoid), {
    get: (_store, name) => (name === "kind" ? "redis" : name === "then" ? undefined : () => new Promise(() => {})),
  });
  let failures = 0;
  const parts = { open: async () => silent, withoutStore: "default", env, log: () => {} } as const;
  const limits = createUsageLimits({ ...parts, onFailure: () => void failures++ });
  let result = "waiting";
  void outcome(admit(limits, { moneyPerMonth: 1 })).then((each) => {
    result = each;
  });
  await env.advance(199);
  expect(result).toBe("waiting");
  await env.advance(1);
  expect(result).toBe("code-uncounted");
  expect(failures).toBe(1);
});

test("a frozen Redis stops no call without a limit of money, and counts again afterwards", async () => {
  const own = await startRedis();
  const { limits } = start(own.url);
  expect(await outcome(admit(limits, { perMinute: 9 }))).toBe("passed");
  await own.freeze(true);
  expect(await outcome(admit(limits, { perMinute: 9 }))).toBe("passed");
  expect(await outcome(admit(limits, { tokensPerDay: 9 }))).toBe("code-uncounted");
  await own.freeze(false);
  while ((await outcome(admit(limits, { tokensPerDay: 9 }))) !== "passed")
    await new Promise((wait) => setTimeout(wait, 20));
  await own.stop();
});

test("with a Redis without free memory, each process counts calls, and usage is recorded later @C3.7", async () => {
  const own = await startRedis();
  const { limits, lines } = start(own.url);
  const store = await limits.store();
  await admit(limits, { perMinute: 9 });
  await own.command("CONFIG", "SET", "maxmemory", "1");
  expect(await outcome(admit(limits, { perMinute: 1 }, "signed bob"))).toBe("passed");
  expect(await outcome(admit(limits, { perMinute: 1 }, "signed bob"))).toBe("code-per-minute");
  const ended = (await admit(limits, { tokensPerDay: 100 })).end(usage);
  await ended;
  expect(lines.join()).toContain("OOM");
  await own.command("CONFIG", "SET", "maxmemory", "0");
  while ((await store.used("signed ada")).tokensToday === 0) await new Promise((wait) => setTimeout(wait, 50));
  expect((await store.used("signed ada")).tokensToday).toBe(10);
  await own.stop();
});

test.each([
  [
    "allkeys-lru",
    "100mb",
    ["Usage: Redis may remove counts to save memory (maxmemory-policy allkeys-lru); set it to noeviction."],
  ],
  ["allkeys-lru", "0", []],
  ["noeviction", "100mb", []],
])(
  "with the policy %s and a memory of %s, the log says whether Redis may remove counts",
  async (policy, memory, log) => {
    const own = await startRedis();
    await own.command("CONFIG", "SET", "maxmemory-policy", policy);
    await own.command("CONFIG", "SET", "maxmemory", memory);
    const { limits, lines } = start(own.url);
    await admit(limits, { tokensPerDay: 9 });
    // The answer to a later command comes after that to the question about the memory.
    await admit(limits, { tokensPerDay: 9 });
    expect(lines).toEqual(log);
    await own.stop();
  },
);

test("a call that the store admits too late takes no slot", async () => {
  const env = fakeEnvironment();
  const slow = memoryUsage(env.now, nanoid);
  let wake = () => {};
  const late: UsageStore = {
    ...slow,
    kind: "redis",
    admit: async (...given) => {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      return slow.admit(...given);
    },
  };
  const limits = createUsageLimits({ open: async () => late, withoutStore: "closed", env, log: () => {} });
  const result = outcome(admit(limits, { atOnce: 1 }));
  await env.advance(200);
  expect(await result).toBe("code-uncounted");
  wake();
  await env.advance(0);
  expect(await slow.admit("signed ada", { atOnce: 1 })).toHaveProperty("period");
});

test("a revoked code stays refused while the store is down, and nothing else can open it @A2.9", async () => {
  const own = await startRedis();
  const { limits } = start(own.url, "open");
  await (await limits.store()).revoke("signed gone");
  expect(await outcome(admit(limits, {}, "signed gone"))).toBe("code-revoked");
  await own.kill();
  expect(await outcome(admit(limits, {}, "signed gone"))).toBe("code-revoked");
  expect(await outcome(admit(limits, {}, "signed here"))).toBe("passed");
  await own.stop();
});

test("the usage of a call without the store is recorded when it is back", async () => {
  const own = await startRedis();
  const { limits } = start(own.url, "open");
  const store = await limits.store();
  await store.check();
  await own.kill();
  const call = await admit(limits, { tokensPerDay: 100 });
  const ended = call.end(usage);
  await own.restart();
  await ended;
  while ((await store.used("signed ada").catch(() => ({ tokensToday: 0 }))).tokensToday === 0)
    await new Promise((wait) => setTimeout(wait, 50));
  expect((await store.used("signed ada")).tokensToday).toBe(10);
  await own.stop();
});

test("a caller with an own key is limited in calls, but not in tokens and money", async () => {
  const { limits } = start(redis.url);
  const id = `signed ${nanoid()}`;
  await (await admit(limits, { tokensPerDay: 1 }, id)).end(usage);
  expect(await outcome(admit(limits, { tokensPerDay: 1 }, id))).toBe("code-tokens-day");
  const own = await admit(limits, { tokensPerDay: 1, perMinute: 1 }, id, "caller");
  expect([own.isMetered, own.limits]).toEqual([false, { perMinute: 1 }]);
  expect(await outcome(admit(limits, { perMinute: 1 }, id, "caller"))).toBe("code-per-minute");
});

test("tokens are counted if a store is configured, or if the code limits them", async () => {
  const env = fakeEnvironment();
  const own = createUsageLimits({ withoutStore: "default", env, log: () => {} });
  const shared = start(redis.url).limits;
  const id = `signed ${nanoid()}`;
  expect((await own.admit({ id }, "operator")).isMetered).toBe(false);
  expect((await admit(own, { perMinute: 1 }, id)).isMetered).toBe(false);
  expect((await admit(own, { moneyPerMonth: 1 }, id)).isMetered).toBe(true);
  expect((await shared.admit({ id }, "operator")).isMetered).toBe(true);
  expect((await shared.admit(undefined, "operator")).isMetered).toBe(true);
  expect((await shared.admit({ id }, "caller")).isMetered).toBe(false);
});

test("an amount that is used up by calls under way is refused before the call is sent", async () => {
  const { limits } = start(redis.url);
  const id = `signed ${nanoid()}`;
  const first = await admit(limits, { tokensPerDay: 100 }, id);
  const second = await admit(limits, { tokensPerDay: 100 }, id);
  await first.reserve({ tokens: 100, money: 0 });
  expect(await outcome(second.reserve({ tokens: 1, money: 0 }))).toBe("code-tokens-day");
  await second.release();
  await first.end(usage);
  expect((await limits.used({ id }))?.tokensToday).toBe(10);
});

test("replies at once are shared by instances, and their slots are released", async () => {
  const [one, other] = [start(redis.url).limits, start(redis.url).limits];
  const id = `signed ${nanoid()}`;
  const call = await admit(one, { atOnce: 1 }, id);
  expect(await outcome(admit(other, { atOnce: 1 }, id))).toBe("code-at-once");
  await call.release();
  expect(await outcome(admit(other, { atOnce: 1 }, id))).toBe("passed");
});

test("headers tell what is left", async () => {
  const { limits } = start(redis.url);
  const { headers } = await admit(
    limits,
    { perMinute: 5, tokensPerDay: 100, tokensPerMonth: 50 },
    `signed ${nanoid()}`,
  );
  expect(headers).toEqual({
    "x-ratelimit-limit-requests": "5",
    "x-ratelimit-remaining-requests": "4",
    "x-ratelimit-reset-requests": "60s",
    "ratelimit-policy": '"minute";q=5;w=60',
    ratelimit: '"minute";r=4;t=60',
    "x-ratelimit-limit-tokens": "50",
    "x-ratelimit-remaining-tokens": "50",
    "x-ratelimit-reset-tokens": expect.stringMatching(/^\d+s$/),
  });
});

test("amounts that are reserved after the caller has left are taken back", async () => {
  const { limits } = start(redis.url);
  const id = `signed ${nanoid()}`;
  const call = await admit(limits, { tokensPerDay: 100 }, id);
  const other = await admit(limits, { tokensPerDay: 100 }, id);
  await other.reserve({ tokens: 30, money: 0 });
  await Promise.all([call.reserve({ tokens: 50, money: 0 }), call.release()]);
  while ((await limits.used({ id }))?.tokensToday !== 30) await new Promise((wait) => setTimeout(wait, 20));
  await other.release();
  expect((await limits.used({ id }))?.tokensToday).toBe(0);
});

test("usage of calls that a revoked code has made meanwhile is recorded @C3.7", async () => {
  const { limits } = start(redis.url);
  const id = `plain ${nanoid()}`;
  const store = await limits.store();
  await store.revoke(id);
  await (await limits.admit({ id }, "operator")).end(usage);
  while ((await store.used(id)).tokensToday === 0) await new Promise((wait) => setTimeout(wait, 20));
  const today = new Date().toISOString().slice(0, 10);
  const rows = await store.readUsage({ from: today, to: today });
  expect(rows.filter(({ code }) => code === id)).toEqual([{ day: today, code: id, requests: 1, ...usage }]);
  await store.restore(id);
});

test("a code with tokens or money has 10 replies at the same time, unless it sets another number @C3.7", async () => {
  const { limits } = start(redis.url);
  const admitted = async (rights: Partial<CodeRights>, payer?: "caller") => {
    const id = `signed ${nanoid()}`;
    const calls = Array.from({ length: 13 }, () => outcome(admit(limits, rights, id, payer)));
    return (await Promise.all(calls)).filter((each) => each === "passed").length;
  };
  expect(await admitted({ moneyPerMonth: 5 })).toBe(10);
  expect(await admitted({ tokensPerDay: 5 })).toBe(10);
  expect(await admitted({ tokensPerDay: 5, atOnce: 12 })).toBe(12);
  expect(await admitted({ tokensPerDay: 5 }, "caller")).toBe(13);
  expect(await admitted({})).toBe(13);
});

/** Limits with a store in memory that takes the part of a shared one, and can be down. */
function shared(withoutStore: WithoutStore = "default") {
  const env = fakeEnvironment({ now: 1_800_000_000_000 });
  const store = memoryUsage(env.now, nanoid);
  const state = { isDown: false, lookups: 0 };
  const counting: UsageStore = {
    ...store,
    kind: "redis",
    isRevoked: async (id) => {
      state.lookups++;
      if (state.isDown) throw new Error("down");
      return store.isRevoked(id);
    },
  };
  const limits = createUsageLimits({ open: async () => counting, withoutStore, env, log: () => {} });
  const check = (id: string) => outcome(limits.refuseRevoked({ id, rights: { features: [] } }));
  return { env, store, state, limits, check };
}

test("a revoked code is refused where calls are not counted, within 5 seconds @A2.9", async () => {
  const { env, store, state, limits, check } = shared();
  for (let count = 0; count < 5; count++) expect(await check("signed ada")).toBe("passed");
  expect(state.lookups).toBe(1);
  await store.revoke("signed ada");
  await env.advance(5000);
  for (let count = 0; count < 5; count++) expect(await check("signed ada")).toBe("code-revoked");
  expect(state.lookups).toBe(2);
  await store.restore("signed ada");
  await env.advance(5000);
  expect(await check("signed ada")).toBe("passed");
  expect(await outcome(limits.refuseRevoked({ id: "plain x" }))).toBe("passed");
  expect(state.lookups).toBe(3);
});

test("after the clock was set back by hours, a revoked code is refused within 5 seconds, too @A2.9", async () => {
  const { env, store, check } = shared();
  expect(await check("signed ada")).toBe("passed");
  await store.revoke("signed ada");
  await env.advance(-7_200_000);
  expect(await check("signed ada")).toBe("code-revoked");
});

test.each<[WithoutStore, string]>([
  ["default", "passed"],
  ["open", "passed"],
  ["closed", "code-uncounted"],
])("without a store and the choice %s, unknown codes: %s, and known revoked ones are refused @A2.9", async (...row) => {
  const [choice, expected] = row;
  const { env, store, state, check } = shared(choice);
  await store.revoke("signed gone");
  expect(await check("signed gone")).toBe("code-revoked");
  state.isDown = true;
  await env.advance(5000);
  expect([await check("signed gone"), await check("signed ada")]).toEqual(["code-revoked", expected]);
});

test("a store that becomes silent delays all steps of a call by little more than 200 ms together", async () => {
  const env = fakeEnvironment();
  const store = memoryUsage(env.now, nanoid);
  const slow: UsageStore = {
    ...store,
    kind: "redis",
    admit: async (...given) => {
      await env.delay(150);
      return store.admit(...given);
    },
    reserve: () => new Promise(() => {}),
  };
  const limits = createUsageLimits({ open: async () => slow, withoutStore: "default", env, log: () => {} });
  let result = "waiting";
  void admit(limits, { moneyPerMonth: 1 })
    .then((call) => call.reserve({ tokens: 1, money: 1 }))
    .catch((thrown: unknown) => {
      result = refusalOf(thrown);
    });
  await env.advance(199);
  expect(result).toBe("waiting");
  await env.advance(26);
  expect(result).toBe("code-uncounted");
});

test("the record of a call without rights delays the end of its reply by nothing", async () => {
  const env = fakeEnvironment();
  const silent = { ...memoryUsage(env.now, nanoid), admit: () => new Promise<never>(() => {}) };
  const limits = createUsageLimits({ open: async () => silent, withoutStore: "default", env, log: () => {} });
  const call = await limits.admit({ id: "plain x" }, "operator");
  await expect(call.end(usage)).resolves.toBeUndefined();
});

test("a reply that has ended does not get its slot back from a batch that was under way", async () => {
  const env = fakeEnvironment();
  const kept: string[][] = [];
  let wake = () => {};
  const store = {
    ...memoryUsage(env.now, nanoid),
    keepCalls: async (calls: readonly { readonly callId: string }[]) => {
      kept.push(calls.map(({ callId }) => callId));
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    },
  };
  const keeper = createSlotKeeper(async () => store, env);
  for (let index = 0; index < 502; index++) keeper.add("signed ada", `call ${index}`);
  await env.advance(15_000);
  keeper.remove("call 500");
  wake();
  await env.advance(0);
  expect([kept[0]?.length, kept[1]]).toEqual([500, ["call 501"]]);
});
