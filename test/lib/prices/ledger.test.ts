import {
  addCall,
  type LedgerCall,
  type LedgerMonths,
  mergeMonths,
  modelRows,
  monthOf,
  projectSums,
  readMonths,
  sumRows,
} from "@/lib/prices/ledger";
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

  test("has rows per project, whose sums are those of their models", () => {
    const months = addAll([call, { ...call, projectId: "p" }, { ...call, model: "tide-2", projectId: "p" }, call]);
    const rows = months["2026-11"]?.rows ?? [];
    expect(rows.map(({ projectId, model, calls }) => [projectId, model, calls])).toEqual([
      [undefined, "tide-1", 2],
      ["p", "tide-1", 1],
      ["p", "tide-2", 1],
    ]);
    expect([...projectSums(rows)].map(([id, { calls, money }]) => [id, calls, money])).toEqual([
      ["", 2, { USD: 200 }],
      ["p", 2, { USD: 200 }],
    ]);
    expect(modelRows(rows).map(({ model, calls, money }) => [model, calls, money])).toEqual([
      ["tide-1", 3, { USD: 300 }],
      ["tide-2", 1, { USD: 100 }],
    ]);
    expect(projectSums(mergeMonths(months, months)["2026-11"]?.rows ?? []).get("p")?.money).toEqual({ USD: 400 });
  });

  test("beyond the maximum of models, the money of each project is still exact", () => {
    const calls = Array.from({ length: 1_300 }, (_, index) => ({
      ...call,
      model: `m${index}`,
      projectId: `p${index % 650}`,
    }));
    const rows = addAll(calls)["2026-11"]?.rows ?? [];
    expect(rows).toHaveLength(300 + 650);
    expect([...projectSums(rows).values()].every(({ money }) => money.USD === 200)).toBe(true);
    const more = Array.from({ length: 100 }, (_, index) => ({ ...call, projectId: `q${index}` }));
    const full = addAll([...calls, ...more])["2026-11"]?.rows ?? [];
    expect([full.length, full.at(-1)?.projectId, sumRows(full).money]).toEqual([1_001, undefined, { USD: 140_000 }]);
    expect(readMonths({ "2026-11": { rows: full } })).toEqual({ "2026-11": { rows: full } });
  });

  test("is read as it was stored", () => {
    const months = addAll([call, { ...call, projectId: "p" }]);
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
