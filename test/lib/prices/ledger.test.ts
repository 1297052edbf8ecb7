import { addCall, type LedgerCall, type LedgerMonths, monthOf, readMonths, sumRows } from "@/lib/prices/ledger";
import { noTokens } from "@/lib/prices/token-counts";

const call: LedgerCall = {
  providerName: "Harbour",
  model: "tide-1",
  counts: { ...noTokens, input: 10, cached: 4, output: 5 },
  cost: { kind: "exact", currency: "USD", micros: 100 },
};
const addAll = (calls: readonly LedgerCall[], months: LedgerMonths = {}) =>
  calls.reduce((known, each) => addCall(known, "2026-11", each), months);

describe("the ledger", () => {
  test("has one row per model with the sums of its calls", () => {
    const months = addAll([
      call,
      { ...call, cost: { kind: "about", currency: "USD", micros: 50 } },
      { ...call, cost: { kind: "exact", currency: "EUR", micros: 7 } },
      { ...call, cost: { kind: "unknown" } },
      { ...call, counts: noTokens, cost: undefined },
      { ...call, model: "tide-2" },
    ]);
    const row = {
      ...{ providerName: "Harbour", model: "tide-1", calls: 5, estimated: 1, unknown: 1 },
      tokens: { ...noTokens, input: 40, cached: 16, output: 20 },
      money: { USD: 150, EUR: 7 },
    };
    const other = {
      ...{ providerName: "Harbour", model: "tide-2", calls: 1, estimated: 0, unknown: 0 },
      tokens: call.counts,
      money: { USD: 100 },
    };
    expect(months).toEqual({ "2026-11": { rows: [row, other] } });
    expect(sumRows([row, other])).toEqual({
      ...{ calls: 6, estimated: 1, unknown: 1 },
      tokens: { ...noTokens, input: 50, cached: 20, output: 25 },
      money: { USD: 250, EUR: 7 },
    });
  });

  test("has a maximum of models; further ones share a row", () => {
    const calls = Array.from({ length: 305 }, (_, index) => ({ ...call, model: `m${index}` }));
    const rows = addAll(calls)["2026-11"]?.rows ?? [];
    expect([rows.length, rows.at(-1)?.model, rows.at(-1)?.calls, sumRows(rows).calls]).toEqual([301, "", 5, 305]);
  });

  test("is read as it was stored", () => {
    const months = addAll([call]);
    expect(readMonths(JSON.parse(JSON.stringify(months)))).toEqual(months);
  });

  test.each<[string, unknown, unknown]>([
    ["nothing", undefined, {}],
    ["an odd month", { "2026-13": { rows: [] }, constructor: { rows: [] } }, {}],
    ["a month without rows", { "2026-11": 7 }, { "2026-11": { rows: [] } }],
    [
      "odd counts",
      {
        "2026-11": {
          rows: [{ model: 3, calls: -1, tokens: { input: 0.5 }, money: { usd: 5, USD: -5, EUR: 1e300 } }, 7],
        },
      },
      {
        "2026-11": {
          rows: [
            {
              providerName: "",
              model: "",
              calls: 0,
              estimated: 0,
              unknown: 0,
              tokens: noTokens,
              money: { USD: 0, EUR: 0 },
            },
          ],
        },
      },
    ],
  ])("is read from %s", (_name, stored, months) => {
    expect(readMonths(stored)).toEqual(months);
  });

  test("names a month in local time", () => {
    expect(monthOf(new Date(2026, 10, 30, 23, 59).getTime())).toBe("2026-11");
    expect(monthOf(new Date(2026, 11, 1).getTime())).toBe("2026-12");
  });
});
