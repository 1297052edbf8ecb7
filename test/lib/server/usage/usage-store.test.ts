/** @jest-environment node */
import fc from "fast-check";
import { nanoid } from "nanoid";
import { calendarDay, dayText } from "@/lib/server/usage/calendar";
import { memoryUsage } from "@/lib/server/usage/memory-usage";
import { connectRedis } from "@/lib/server/usage/redis-connection";
import { redisUsage } from "@/lib/server/usage/redis-usage";
import { connectUpstash } from "@/lib/server/usage/upstash-connection";
import type { Admission, CountedLimits, EndedCall, UsageStore } from "@/lib/server/usage/usage-store";
import { type RedisPeer, startRedis, startUpstashFront, upstashToken } from "@/test/support/redis-peer";

let redis: RedisPeer;
let front: Awaited<ReturnType<typeof startUpstashFront>>;
const opened: UsageStore[] = [];

beforeAll(async () => {
  redis = await startRedis();
  front = await startUpstashFront(redis);
});

afterAll(async () => {
  for (const store of opened) await store.close();
  await front.stop();
  await redis.stop();
});

const open: Readonly<Record<UsageStore["kind"], () => UsageStore>> = {
  memory: () => memoryUsage(Date.now, nanoid),
  redis: () =>
    redisUsage(
      connectRedis(redis.url, () => undefined),
      nanoid,
    ),
  upstash: () => redisUsage(connectUpstash({ url: front.url, token: upstashToken }, { fetch }), nanoid),
};

function openStore(kind: UsageStore["kind"]): UsageStore {
  const store = open[kind]();
  opened.push(store);
  return store;
}

function admitted(admission: Admission): Extract<Admission, { period: unknown }> {
  if ("refused" in admission) throw new Error(`Refused: ${admission.refused}`);
  return admission;
}

function refusalOf(admission: Admission): string {
  return "refused" in admission ? admission.refused : "admitted";
}

const today = () => dayText(calendarDay(Date.now()).day);
const nothing = { tokens: 0, money: 0 };

function ended(code: string, admission: Admission, call: Partial<EndedCall> = {}): EndedCall {
  const amounts = { model: "m", inputTokens: 10, outputTokens: 20, cost: 5, isEstimated: false, reserved: nothing };
  return { code, period: admitted(admission).period, ...amounts, ...call };
}

describe.each(["memory", "redis", "upstash"] as const)("a store of the kind %s", (kind) => {
  let store: UsageStore;
  let code = "";

  beforeEach(() => {
    store = openStore(kind);
    code = `signed ${nanoid()}`;
  });

  test("calls per minute are limited for each code, with the seconds to wait and the calls that are left", async () => {
    const first = admitted(await store.admit(code, { perMinute: 2 }));
    const second = admitted(await store.admit(code, { perMinute: 2 }));
    const third = await store.admit(code, { perMinute: 2 });
    expect([first.callsLeft, second.callsLeft]).toEqual([1, 0]);
    expect(third).toEqual({ refused: "per-minute", retryAfterSeconds: expect.any(Number) });
    const wait = "refused" in third ? (third.retryAfterSeconds ?? 0) : 0;
    expect([wait > 55, wait <= 61]).toEqual([true, true]);
    expect(refusalOf(await store.admit(`${code} other`, { perMinute: 1 }))).toBe("admitted");
    expect(admitted(await store.admit(code, {})).callsLeft).toBeUndefined();
  });

  test("replies at once take slots, which end once", async () => {
    const first = await store.admit(code, { atOnce: 2 });
    const second = await store.admit(code, { atOnce: 2 });
    expect(await store.admit(code, { atOnce: 2 })).toEqual({ refused: "at-once", retryAfterSeconds: 5 });
    await store.endCall(ended(code, first));
    await store.endCall(ended(code, first));
    await store.releaseCall(code, admitted(first).period, nothing);
    expect(refusalOf(await store.admit(code, { atOnce: 2 }))).toBe("admitted");
    expect(refusalOf(await store.admit(code, { atOnce: 2 }))).toBe("at-once");
    await store.releaseCall(code, admitted(second).period, nothing);
    expect(refusalOf(await store.admit(code, { atOnce: 2 }))).toBe("admitted");
  });

  test("tokens and money are used up by ended calls, and the wait reaches to the end of the day or month", async () => {
    const call = await store.admit(code, {});
    await store.endCall(ended(code, call));
    const used = await store.used(code);
    expect([used.tokensToday, used.tokensThisMonth, used.moneyThisMonth]).toEqual([30, 30, 5]);
    expect(refusalOf(await store.admit(code, { tokensPerDay: 31, tokensPerMonth: 31, moneyPerMonth: 0.000006 }))).toBe(
      "admitted",
    );
    const refusals = await Promise.all([
      store.admit(code, { tokensPerDay: 30 }),
      store.admit(code, { tokensPerMonth: 30 }),
      store.admit(code, { moneyPerMonth: 0.000005 }),
    ]);
    expect(refusals.map(refusalOf)).toEqual(["tokens-day", "tokens-month", "money-month"]);
    const [day = 0, month = 0] = refusals.map((each) => ("refused" in each ? each.retryAfterSeconds : 0));
    expect([day > 0, day <= 86_400, month >= day, month <= 31 * 86_400]).toEqual([true, true, true, true]);
    expect(used.dayEnds % 86_400_000).toBe(0);
    expect(new Date(used.monthEnds).toISOString()).toMatch(/-01T00:00:00.000Z$/);
  });

  test("reserved amounts count until the real ones replace them", async () => {
    const call = await store.admit(code, {});
    const { period } = admitted(call);
    expect(await store.reserve(code, period, { tokens: 100, money: 50 }, { tokensPerDay: 100 })).toBeUndefined();
    expect(refusalOf(await store.admit(code, { tokensPerDay: 100 }))).toBe("tokens-day");
    const refused = await store.reserve(code, period, { tokens: 1, money: 0 }, { tokensPerDay: 100 });
    expect(refused?.refused).toBe("tokens-day");
    await store.endCall(ended(code, call, { reserved: { tokens: 100, money: 50 } }));
    const { tokensToday, moneyThisMonth } = await store.used(code);
    expect([tokensToday, moneyThisMonth]).toEqual([30, 5]);
    const other = await store.admit(code, {});
    await store.reserve(code, admitted(other).period, { tokens: 7, money: 7 }, {});
    await store.releaseCall(code, admitted(other).period, { tokens: 7, money: 7 });
    expect((await store.used(code)).tokensToday).toBe(30);
  });

  test("an admission reserves amounts in the same step, and a refused one reserves nothing", async () => {
    const limits = { tokensPerDay: 100, tokensPerMonth: 100, moneyPerMonth: 1 };
    const call = await store.admit(code, limits, { tokens: 60, money: 70 });
    const first = admitted(call);
    // The amounts before this admission.
    expect([first.used.tokensToday, first.used.tokensThisMonth, first.used.moneyThisMonth]).toEqual([0, 0, 0]);
    const second = admitted(await store.admit(code, limits, { tokens: 60, money: 0 }));
    expect([second.used.tokensToday, second.used.moneyThisMonth]).toEqual([60, 70]);
    expect(refusalOf(await store.admit(code, limits, { tokens: 5, money: 5 }))).toBe("tokens-month");
    const amounts = async () => {
      const { tokensToday, tokensThisMonth, moneyThisMonth } = await store.used(code);
      return [tokensToday, tokensThisMonth, moneyThisMonth];
    };
    expect(await amounts()).toEqual([120, 120, 70]);
    await store.releaseCall(code, second.period, { tokens: 60, money: 0 });
    await store.endCall(ended(code, call, { reserved: { tokens: 60, money: 70 } }));
    expect(await amounts()).toEqual([30, 30, 5]);
  });

  test("usage is read by day, code and model; a call without a price makes the cost of its row unknown", async () => {
    const odd = `user "ä\n${nanoid()}`;
    await store.endCall(ended(odd, await store.admit(odd, {}), { model: "a" }));
    await store.endCall(ended(odd, await store.admit(odd, {}), { model: "a", isEstimated: true }));
    await store.endCall(ended(odd, await store.admit(odd, {}), { model: "b", cost: undefined }));
    const rows = await store.readUsage({ from: "2026-01-01", to: today() }).catch(() => []);
    const days = await store.readUsage({ from: today(), to: today() });
    const own = days.filter((row) => row.code === odd).toSorted((one, other) => (one.model < other.model ? -1 : 1));
    expect(own).toEqual([
      {
        day: today(),
        code: odd,
        model: "a",
        requests: 2,
        inputTokens: 20,
        outputTokens: 40,
        cost: 10,
        isEstimated: true,
      },
      {
        day: today(),
        code: odd,
        model: "b",
        requests: 1,
        inputTokens: 10,
        outputTokens: 20,
        cost: undefined,
        isEstimated: false,
      },
    ]);
    expect(rows.filter((row) => row.code === odd)).toHaveLength(rows.length === 0 ? 0 : 2);
    await expect(store.readUsage({ from: "2020-01-01", to: today() })).rejects.toThrow(RangeError);
  });

  test("a revoked code is refused until its end, and can be restored @A2.9", async () => {
    expect(await store.isRevoked(code)).toBe(false);
    await store.revoke(code);
    expect([await store.isRevoked(code), refusalOf(await store.admit(code, {}))]).toEqual([true, "revoked"]);
    const listed = (await store.listRevoked()).filter((each) => each.code === code);
    expect(listed).toEqual([{ code, since: expect.any(Number) }]);
    await store.restore(code);
    expect([await store.isRevoked(code), refusalOf(await store.admit(code, {}))]).toEqual([false, "admitted"]);
    await store.revoke(code, 1000);
    expect([await store.isRevoked(code), refusalOf(await store.admit(code, {}))]).toEqual([false, "admitted"]);
    expect((await store.listRevoked()).some((each) => each.code === code)).toBe(false);
  });

  test("it is reachable", async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});

test("of 1000 calls at once at three instances, exactly 100 pass @C3.7", async () => {
  const stores = [openStore("redis"), openStore("redis"), openStore("redis")];
  const calls = Array.from({ length: 1000 }, (_, index) =>
    stores[index % 3]?.admit("signed burst", { perMinute: 100 }),
  );
  const admissions = await Promise.all(calls);
  expect(admissions.filter((each) => each && "period" in each)).toHaveLength(100);
});

test("of 1000 replies at once at three instances, exactly 20 have slots; a killed instance's slots end", async () => {
  const stores = [openStore("redis"), openStore("redis"), openStore("redis")];
  const calls = Array.from({ length: 1000 }, (_, index) => stores[index % 3]?.admit("signed slots", { atOnce: 20 }));
  const admissions = await Promise.all(calls);
  expect(admissions.filter((each) => each && "period" in each)).toHaveLength(20);
  const key = "{parley-usage}:slots:signed slots";
  const slots = (await redis.command("ZRANGE", key, "0", "-1")) as string[];
  for (const slot of slots.slice(0, 5)) await redis.command("ZADD", key, "1000", slot);
  const later = await Promise.all(Array.from({ length: 10 }, () => stores[0]?.admit("signed slots", { atOnce: 20 })));
  expect(later.filter((each) => each && "period" in each)).toHaveLength(5);
});

test("a slot that is kept lasts, also after Redis has lost it", async () => {
  const store = openStore("redis");
  const { period } = admitted(await store.admit("signed kept", { atOnce: 1 }));
  await redis.command("DEL", "{parley-usage}:slots:signed kept");
  await store.keepCalls([{ code: "signed kept", callId: period.callId }]);
  expect(refusalOf(await store.admit("signed kept", { atOnce: 1 }))).toBe("at-once");
});

test("a call that has ended does not get its slot back @C3.7", async () => {
  const store = openStore("redis");
  const call = admitted(await store.admit("signed over", { atOnce: 1 }));
  const other = admitted(await store.admit("signed others", { atOnce: 1 }));
  await store.endCall(ended("signed over", call));
  await store.keepCalls([
    { code: "signed over", callId: call.period.callId },
    { code: "signed others", callId: other.period.callId },
  ]);
  expect(refusalOf(await store.admit("signed over", { atOnce: 1 }))).toBe("admitted");
  expect(refusalOf(await store.admit("signed others", { atOnce: 1 }))).toBe("at-once");
});

test.each([
  ["next month", 1],
  ["next year", 12],
])("a clock of Redis that was in the %s once does not switch limits off @C3.7", async (_name, months) => {
  const store = openStore("redis");
  const code = `signed ${nanoid()}`;
  const now = new Date();
  const later = calendarDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 15));
  const stored = ["day", later.day, "dayTokens", 1, "month", later.month, "monthTokens", 1, "money", 1].map(String);
  await redis.command("HSET", `{parley-usage}:used:${code}`, ...stored);
  await store.endCall(ended(code, await store.admit(code, {})));
  const { tokensToday, tokensThisMonth, moneyThisMonth } = await store.used(code);
  expect([tokensToday, tokensThisMonth, moneyThisMonth]).toEqual([30, 30, 5]);
  expect(refusalOf(await store.admit(code, { tokensPerMonth: 30 }))).toBe("tokens-month");
});

test("a clock of Redis that goes back over midnight goes on with the day and the month that have begun", async () => {
  const store = openStore("redis");
  const code = `signed ${nanoid()}`;
  const next = calendarDay(Date.now() + 86_400_000);
  const stored = ["day", next.day, "dayTokens", 7, "month", next.month, "monthTokens", 8, "money", 9].map(String);
  await redis.command("HSET", `{parley-usage}:used:${code}`, ...stored);
  const { tokensToday, tokensThisMonth, moneyThisMonth } = await store.used(code);
  expect([tokensToday, tokensThisMonth, moneyThisMonth]).toEqual([7, 8, 9]);
});

test.each(["memory", "redis"] as const)(
  "%s: a full day records known rows, and all others in one @C3.7",
  async (kind) => {
    const store = openStore(kind);
    const code = `signed ${nanoid()}`;
    const record = async (model: string) => store.endCall(ended(code, await store.admit(code, {}), { model }));
    await record("known");
    if (kind === "redis") {
      const key = `{parley-usage}:usage:${today()}`;
      for (let from = 0; from < 100_000; from += 10_000) {
        const fields = Array.from({ length: 10_000 }, (_, index) => [`filler ${from + index}`, "1"]);
        await redis.command("HSET", key, ...fields.flat());
      }
    } else {
      for (let index = 1; index < 20_000; index++) await record(`filler ${index}`);
    }
    for (const model of ["known", "new", "newer"]) await record(model);
    const rows = (await store.readUsage({ from: today(), to: today() })).filter((row) => row.code === code);
    const named = rows
      .filter(({ model }) => !model.startsWith("filler"))
      .toSorted((one, other) => (one.model < other.model ? -1 : 1));
    expect(named.map(({ model, requests, inputTokens, cost }) => [model, requests, inputTokens, cost])).toEqual([
      ["known", 2, 20, 10],
      ["other", 2, 20, 10],
    ]);
    if (kind === "redis") await redis.command("DEL", `{parley-usage}:usage:${today()}`);
  },
);

test("calls of the previous minute do not count, and no call of the last 60 seconds is forgotten", async () => {
  const store = openStore("redis");
  const [seconds] = (await redis.command("TIME")) as string[];
  const key = "{parley-usage}:minute:signed window";
  await redis.command("HSET", key, String(Number(seconds) - 62), "5", String(Number(seconds) - 58), "2");
  const third = await store.admit("signed window", { perMinute: 3 });
  expect(admitted(third).callsLeft).toBe(0);
  const fourth = await store.admit("signed window", { perMinute: 3 });
  const wait = "refused" in fourth ? (fourth.retryAfterSeconds ?? 0) : 0;
  expect([refusalOf(fourth), wait >= 1 && wait <= 3]).toEqual(["per-minute", true]);
});

test.each([
  ["a text in place of a count", ["HSET", "{parley-usage}:used:CODE", "day", "1", "dayTokens", "many"]],
  ["a negative count", ["HSET", "{parley-usage}:used:CODE", "money", "-5"]],
  ["an endless count", ["HSET", "{parley-usage}:used:CODE", "money", "9".repeat(40)]],
  ["another type", ["SET", "{parley-usage}:used:CODE", "1"]],
  ["another type of slots", ["SET", "{parley-usage}:slots:CODE", "1"]],
  ["a text in place of calls", ["HSET", "{parley-usage}:minute:CODE", "now", "1"]],
])("%s in Redis fails a call, and is not overwritten @C3.7", async (_name, [command = "", key = "", ...values]) => {
  const store = openStore("redis");
  const code = `signed ${nanoid()}`;
  await redis.command(command, key.replace("CODE", code), ...values);
  const limits = { perMinute: 1, atOnce: 1, tokensPerDay: 1, moneyPerMonth: 1 };
  await expect(store.admit(code, limits)).rejects.toThrow();
  const type = await redis.command("TYPE", key.replace("CODE", code));
  expect(type).toBe(command === "SET" ? "string" : "hash");
});

test("if Redis removes the counts of a call under way, its end makes none negative and its usage is recorded", async () => {
  const store = openStore("redis");
  const code = `signed ${nanoid()}`;
  const reserved = { tokens: 500, money: 50 };
  const call = await store.admit(code, { perMinute: 9, atOnce: 9, tokensPerDay: 900 }, reserved);
  for (const kind of ["used", "slots", "minute"]) await redis.command("DEL", `{parley-usage}:${kind}:${code}`);
  await store.endCall(ended(code, call, { reserved }));
  const { tokensToday, tokensThisMonth, moneyThisMonth } = await store.used(code);
  expect([tokensToday, tokensThisMonth, moneyThisMonth]).toEqual([0, 0, 0]);
  const [row] = (await store.readUsage({ from: today(), to: today() })).filter((each) => each.code === code);
  expect([row?.requests, row?.inputTokens, row?.outputTokens]).toEqual([1, 10, 20]);
  expect(refusalOf(await store.admit(code, { perMinute: 1, atOnce: 1, tokensPerDay: 1 }))).toBe("admitted");
});

test("an unreadable revocation refuses", async () => {
  await redis.command("HSET", "{parley-usage}:revoked", "signed odd", "yes");
  const store = openStore("redis");
  expect([refusalOf(await store.admit("signed odd", {})), await store.isRevoked("signed odd")]).toEqual([
    "revoked",
    true,
  ]);
  await store.restore("signed odd");
});

test("after a restart of Redis, scripts are sent again and counts begin anew", async () => {
  const store = openStore("redis");
  await store.admit("signed restart", { perMinute: 1 });
  await redis.restart();
  while ((await store.check().catch(() => "down")) === "down") await new Promise((wait) => setTimeout(wait, 20));
  expect(refusalOf(await store.admit("signed restart", { perMinute: 1 }))).toBe("admitted");
  expect(refusalOf(await store.admit("signed restart", { perMinute: 1 }))).toBe("per-minute");
});

/** One step of a random use of a store. */
type Step = { readonly code: number } & (
  | { readonly kind: "admit"; readonly limits: CountedLimits; readonly reserved: number }
  | { readonly kind: "end"; readonly call: number; readonly tokens: number; readonly cost: number | undefined }
  | { readonly kind: "release"; readonly call: number }
  | { readonly kind: "reserve"; readonly call: number; readonly tokens: number }
  | { readonly kind: "revoke"; readonly isOver: boolean }
);

const limit = fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined });
const limits = fc
  .record({ perMinute: limit, atOnce: limit, tokensPerDay: limit, tokensPerMonth: limit })
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
const common = {
  code: fc.integer({ min: 0, max: 2 }),
  call: fc.integer({ min: 0, max: 5 }),
  tokens: fc.integer({ min: 0, max: 2 }),
};
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ code: common.code, kind: fc.constant("admit" as const), limits, reserved: common.tokens }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...common,
      kind: fc.constant("end" as const),
      cost: fc.option(fc.nat(9), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ code: common.code, call: common.call, kind: fc.constant("release" as const) }) },
  { weight: 2, arbitrary: fc.record({ ...common, kind: fc.constant("reserve" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ code: common.code, kind: fc.constant("revoke" as const), isOver: fc.boolean() }),
  },
);

/** Runs the steps, and returns all results that do not depend on the time or on ids. */
async function run(store: UsageStore, steps: readonly Step[], codes: readonly string[]): Promise<unknown[]> {
  const calls: { code: string; admission: Admission; reserved: number; isOver: boolean }[] = [];
  const results: unknown[] = [];
  for (const each of steps) {
    const code = codes[each.code] ?? "";
    const call = "call" in each ? calls.filter((one) => one.code === code && !one.isOver)[each.call] : undefined;
    if (each.kind === "admit") {
      const admission = await store.admit(code, each.limits, { tokens: each.reserved, money: 0 });
      results.push("refused" in admission ? admission.refused : admission.callsLeft);
      if ("period" in admission) calls.push({ code, admission, reserved: each.reserved, isOver: false });
    } else if (each.kind === "revoke") {
      await (each.isOver ? store.restore(code) : store.revoke(code));
    } else if (call && each.kind === "reserve" && call.reserved === 0) {
      const refused = await store.reserve(code, admitted(call.admission).period, { tokens: each.tokens, money: 0 }, {});
      if (!refused) call.reserved = each.tokens;
      results.push(refused?.refused);
    } else if (call && each.kind === "end") {
      call.isOver = true;
      const amounts = { inputTokens: each.tokens, outputTokens: 1, cost: each.cost };
      const reserved = { tokens: call.reserved, money: 0 };
      await store.endCall(ended(code, call.admission, { ...amounts, reserved }));
    } else if (call && each.kind === "release") {
      call.isOver = true;
      await store.releaseCall(code, admitted(call.admission).period, { tokens: call.reserved, money: 0 });
    }
    const { tokensToday, tokensThisMonth, moneyThisMonth } = await store.used(code);
    results.push([tokensToday, tokensThisMonth, moneyThisMonth]);
  }
  return results;
}

test("the stores in memory and in Redis agree on every use", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const codes = [nanoid(), nanoid(), nanoid()];
      const shared = openStore("redis");
      const [own, others] = [await run(openStore("memory"), steps, codes), await run(shared, steps, codes)];
      await shared.close();
      expect(others).toEqual(own);
    }),
    { numRuns: 60 },
  );
});

test("tokens and money are never lost and never negative, however calls end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(2000), fc.boolean()), { maxLength: 12 }),
      async (calls) => {
        const store = openStore("redis");
        const code = nanoid();
        let sum = 0;
        await Promise.all(
          calls.map(async ([input, output, reserve, isReleased]) => {
            const admission = await store.admit(code, {});
            const reserved = { tokens: reserve, money: reserve };
            await store.reserve(code, admitted(admission).period, reserved, {});
            if (isReleased) return store.releaseCall(code, admitted(admission).period, reserved);
            sum += input + output;
            const call = { inputTokens: input, outputTokens: output, cost: input + output, reserved };
            await Promise.all([
              store.endCall(ended(code, admission, call)),
              store.endCall(ended(code, admission, call)),
            ]);
          }),
        );
        const { tokensToday, moneyThisMonth } = await store.used(code);
        await store.close();
        expect([tokensToday, moneyThisMonth]).toEqual([sum, sum]);
      },
    ),
    { numRuns: 40 },
  );
});
