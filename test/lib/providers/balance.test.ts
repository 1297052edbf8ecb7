import fc from "fast-check";
import { deepseek } from "@/lib/providers/deepseek";
import { moonshot } from "@/lib/providers/moonshot";
import { openai } from "@/lib/providers/openai";
import { openrouter } from "@/lib/providers/openrouter";
import type { BalanceCodec, Provider } from "@/lib/providers/provider";
import { siliconflow } from "@/lib/providers/siliconflow";

const connection = { baseUrl: "https://provider.test", headers: { Authorization: "Bearer k" } };
const providers: readonly Provider[] = [openai, moonshot, deepseek, siliconflow, openrouter];

async function balanceOf(provider: Provider): Promise<BalanceCodec> {
  const codec = await provider.balance?.();
  if (!codec) throw new Error(`${provider.name} tells no balance.`);
  return codec;
}

function answers(...bodies: readonly unknown[]) {
  return bodies.map((body) => ({ status: 200, body: JSON.stringify(body) }));
}

describe("OpenAI is asked for the current month in UTC", () => {
  test.each([
    ["2026-11-20T10:00:00Z", "2026-11-01", "2026-11-21"],
    ["2026-11-01T00:00:00Z", "2026-11-01", "2026-11-02"],
    ["2026-12-31T23:59:59Z", "2026-12-01", "2027-01-01"],
    ["2028-02-28T12:00:00Z", "2028-02-01", "2028-02-29"],
  ])("at %s from %s to %s", async (now, start, end) => {
    const calls = (await balanceOf(openai)).buildRequests(connection, Date.parse(now));
    expect(calls.map(({ method, url, headers }) => [method, url, headers.Authorization])).toEqual([
      ["GET", `https://provider.test/dashboard/billing/usage?start_date=${start}&end_date=${end}`, "Bearer k"],
      ["GET", "https://provider.test/dashboard/billing/subscription", "Bearer k"],
    ]);
  });
});

test.each([
  [moonshot, "v1/users/me/balance"],
  [deepseek, "user/balance"],
  [siliconflow, "v1/user/info"],
  [openrouter, "v1/credits"],
])("$name is asked at one address: %s", async (provider, path) => {
  const calls = (await balanceOf(provider)).buildRequests(connection, 0);
  expect(calls.map(({ url }) => url)).toEqual([`https://provider.test/${path}`]);
});

const infos = (...amounts: readonly [string, string][]) => ({
  is_available: true,
  balance_infos: amounts.map(([currency, total_balance]) => ({ currency, total_balance })),
});
const told: readonly (readonly [Provider, readonly unknown[], object])[] = [
  [openai, [{ total_usage: 1234.5678 }, { hard_limit_usd: 50 }], { used: 12.35, total: 50, currency: "USD" }],
  [openai, [{ total_usage: 0 }, { hard_limit_usd: 18.006 }], { used: 0, total: 18.01, currency: "USD" }],
  [moonshot, [{ code: 0, data: { available_balance: 49.58894, cash_balance: 3 } }], { total: 49.59, currency: "USD" }],
  [deepseek, [infos(["CNY", "110.00"])], { total: 110, currency: "CNY" }],
  [deepseek, [infos(["CNY", "0.00"], ["USD", "7.5"])], { total: 7.5, currency: "USD" }],
  [deepseek, [infos(["CNY", "0.00"], ["USD", "0"])], { total: 0, currency: "CNY" }],
  [
    siliconflow,
    [{ code: 20000, message: "OK", data: { balance: "0.88", totalBalance: "88.88" } }],
    { total: 88.88, currency: "CNY" },
  ],
  [
    openrouter,
    [{ data: { total_credits: 100.5, total_usage: 25.75 } }],
    { used: 25.75, total: 100.5, currency: "USD" },
  ],
];
test.each(told)("parses the balance of $name: %j", async (provider, bodies, balance) => {
  expect((await balanceOf(provider)).parseResponses(answers(...bodies))).toEqual(balance);
});

describe("parsing a balance", () => {
  test("returns the provider's error", async () => {
    const usage = { status: 200, body: '{"total_usage":1}' };
    const refused = { status: 401, body: '{"error":{"message":"Wrong key","code":"invalid_api_key"}}' };
    expect((await balanceOf(openai)).parseResponses([usage, refused])).toMatchObject({
      kind: "auth",
      code: "invalid_api_key",
      message: "Wrong key",
    });
  });

  test("detects an error with a successful status", async () => {
    const error = { error: { type: "insufficient_quota", message: "Ask the owner." } };
    expect((await balanceOf(openai)).parseResponses(answers({ total_usage: 1 }, error))).toMatchObject({
      kind: "quota",
      message: "Ask the owner.",
    });
  });

  test.each(providers)(
    "returns a protocol error of $name for HTML, another shape and missing responses",
    async (provider) => {
      const { parseResponses } = await balanceOf(provider);
      const missing = [[], [{ status: 200, body: "<html>" }], answers({ ok: true }, null), answers({ data: {} })];
      for (const responses of missing) expect(parseResponses(responses)).toMatchObject({ kind: "protocol" });
    },
  );

  test.each(providers)("never throws for $name", async (provider) => {
    const { parseResponses } = await balanceOf(provider);
    const response = fc.record({ status: fc.integer({ min: 100, max: 599 }), body: fc.oneof(fc.json(), fc.string()) });
    fc.assert(
      fc.property(fc.array(response, { maxLength: 3 }), (responses) => {
        expect(parseResponses(responses)).toBeInstanceOf(Object);
      }),
    );
  });
});

describe("OpenAI's refusal", () => {
  const body = '{"error":{"message":"Down for now"}}';
  test.each([
    [500, "Failed to query usage from openai"],
    [404, "Failed to query usage from openai"],
    [401, "Down for now"],
  ])("with the status %i has the message %j", async (status, message) => {
    expect((await balanceOf(openai)).parseResponses([{ status, body }])).toMatchObject({ message });
  });
});
