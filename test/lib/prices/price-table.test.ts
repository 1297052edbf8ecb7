import { isCurrent, type PriceTable, priceInTable, readPriceTable, unitPriceInTable } from "@/lib/prices/price-table";
import stored from "@/lib/prices/price-table.json";

const at = Date.parse("2026-10-01T12:00:00Z");
const given = {
  date: "2026-09-23",
  currency: "USD",
  providers: { Harbour: ["harbour", "quay"], Pier: ["missing"], Buoy: "odd" },
  models: {
    harbour: [
      ["=tide-1", { input: 1, output: 2 }],
      [["^tide-2", "$-big"], { input: 3 }],
      [{ and: ["*cheap", "*tide"] }, { input: 4 }],
      ["~^gull-\\d+$", { input: 5 }],
      ["=dated", { input: 6 }, { from: "2026-09-30", input: 7 }, { from: "2026-10-02", input: 8 }],
      ["=hourly", { input: 9 }, { between: ["06:00:00Z", "13:00:00Z"], input: 10 }],
      ["=nightly", { input: 11 }, { between: ["22:00:00Z", "06:00:00Z"], input: 12 }],
      ["=tiers", { input: [1, [200, 2]] }],
      ["=negative", { input: -1 }],
      ["=text", { input: "1" }],
      ["=fraction", { input: 0.5 }],
      ["=bad-tiers", { input: [1, [2]] }],
      ["=empty", {}],
      ["~(", { input: 13 }],
      7,
      [],
    ],
    quay: [
      ["=tide-1", { input: 99 }],
      ["=mooring", { input: 14 }],
    ],
  },
};
const table = readPriceTable(given) as PriceTable;
const priceOf = (model: string, providerName = "Harbour", time = at) =>
  priceInTable(table, { providerName, model, at: time });

describe("a price in the table", () => {
  test.each<[string, object | undefined]>([
    ["tide-1", { input: 1, output: 2 }],
    ["TIDE-1", { input: 1, output: 2 }],
    ["tide-2-mini", { input: 3 }],
    ["very-big", { input: 3 }],
    ["tide-cheap", { input: 4 }],
    ["cheap", undefined],
    ["gull-42", { input: 5 }],
    ["dated", { input: 7 }],
    ["hourly", { input: 10 }],
    ["nightly", { input: 11 }],
    ["tiers", { input: [1, [200, 2]] }],
    ["mooring", { input: 14 }],
    ["unknown", undefined],
    ["", undefined],
    ["~(", undefined],
    [`tide-2${"x".repeat(300)}`, undefined],
    ["negative", undefined],
    ["text", undefined],
    ["fraction", undefined],
    ["bad-tiers", undefined],
    ["empty", undefined],
  ])("of %s", (model, price) => {
    expect(priceOf(model)).toEqual(price);
  });

  test("depends on the time of the call", () => {
    expect(priceOf("dated", "Harbour", Date.parse("2026-09-01"))).toEqual({ input: 6 });
    expect(priceOf("dated", "Harbour", Date.parse("2026-10-02"))).toEqual({ input: 8 });
    expect(priceOf("hourly", "Harbour", Date.parse("2026-10-01T13:00Z"))).toEqual({ input: 9 });
    expect(priceOf("nightly", "Harbour", Date.parse("2026-10-01T23:30Z"))).toEqual({ input: 12 });
    expect(priceOf("nightly", "Harbour", Date.parse("2026-10-01T05:59Z"))).toEqual({ input: 12 });
  });

  test.each(["Pier", "Buoy", "Unknown", "constructor", "__proto__"])("is missing for the provider %s", (name) => {
    expect(priceOf("tide-1", name)).toBeUndefined();
  });
});

test.each([
  ["nothing", undefined],
  ["a list", []],
  ["no date", { ...given, date: undefined }],
  ["a date that is not one", { ...given, date: "soon" }],
  ["an invalid currency", { ...given, currency: "dollar" }],
  ["no providers", { ...given, providers: [] }],
  ["no models", { ...given, models: null }],
])("a table that is %s is not read", (_name, value) => {
  expect(readPriceTable(value)).toBeUndefined();
});

test("a table holds from its day on for half a year", () => {
  const days = (count: number) => table.date + count * 86_400_000;
  expect([-1, 0, 180, 181].map((count) => isCurrent(table, days(count)))).toEqual([false, true, true, false]);
});

describe("the stored table", () => {
  const own = readPriceTable(stored) as PriceTable;

  test.each<[string, string, object]>([
    ["OpenAI", "gpt-4o", { input: 2_500_000, cached: 1_250_000, output: 10_000_000 }],
    ["Azure", "gpt-4o-mini", { input: 150_000, cached: 75_000, output: 600_000 }],
    [
      "Anthropic",
      "claude-3-5-haiku-20241022",
      { input: 800_000, cacheWrite: 1_000_000, cached: 80_000, output: 4_000_000 },
    ],
    ["OpenRouter", "openai/gpt-4o-mini", { input: 150_000, cached: 75_000, output: 600_000 }],
  ])("has the prices of %s for %s", (providerName, model, price) => {
    expect(priceInTable(own, { providerName, model, at: own.date })).toEqual(price);
  });

  test("has a price that can be read in every row", () => {
    const rows = Object.values(stored.models).flat() as unknown as readonly (readonly unknown[])[];
    const unreadable = rows.filter((row) => {
      const each = { ...own, providers: { P: ["m"] }, models: { m: [["*", ...row.slice(1)]] } };
      const model = { providerName: "P", model: "x", at: own.date };
      return !priceInTable(each, model) && unitPriceInTable(each, model, "hour") === undefined;
    });
    expect({ rows: rows.length > 500, unreadable }).toEqual({ rows: true, unreadable: [] });
  });
});
