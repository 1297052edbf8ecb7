import { costOfCall } from "@/lib/prices/call-cost";
import { isKnownCurrency, maxOwnPrices, type OwnPrice, ownPriceOf, readOwnPrices } from "@/lib/prices/own-prices";
import { type PriceTable, readPriceTable } from "@/lib/prices/price-table";

const tide: OwnPrice = {
  providerName: "Harbour",
  model: "tide-1",
  currency: "EUR",
  price: { input: 2_000_000, output: 4_000_000, cached: 500_000 },
};
const everywhere: OwnPrice = { ...tide, providerName: "", currency: "JPY" };

describe("own prices", () => {
  test("are read as stored, the first of each model", () => {
    const other = { ...tide, model: "TIDE-1", currency: "USD" };
    expect(readOwnPrices([tide, everywhere, other])).toEqual([tide, everywhere]);
  });

  test.each<[string, unknown]>([
    ["not a list", { tide }],
    ["without a model", [{ ...tide, model: " " }]],
    ["with a model that is too long", [{ ...tide, model: "x".repeat(201) }]],
    ["without a provider's name", [{ ...tide, providerName: 3 }]],
    ["with another currency form", [{ ...tide, currency: "euro" }]],
    ["without a price", [{ ...tide, price: { input: 1 } }]],
    ["with a negative price", [{ ...tide, price: { input: -1, output: 1 } }]],
    ["with a fraction", [{ ...tide, price: { input: 0.5, output: 1 } }]],
    ["with a huge price", [{ ...tide, price: { input: 1e16, output: 1 } }]],
  ])("are left out if they are %s", (_name, stored) => {
    expect(readOwnPrices(stored)).toEqual([]);
  });

  test("have a maximum", () => {
    const many = Array.from({ length: maxOwnPrices + 5 }, (_, index) => ({ ...tide, model: `m${index}` }));
    expect(readOwnPrices(many)).toHaveLength(maxOwnPrices);
  });

  test("of the provider win over those of every provider", () => {
    const prices = [everywhere, tide];
    expect(ownPriceOf(prices, { providerName: "Harbour", model: "Tide-1" })).toBe(tide);
    expect(ownPriceOf(prices, { providerName: "Pier", model: "tide-1" })).toBe(everywhere);
    expect(ownPriceOf(prices, { providerName: "Pier", model: "tide-2" })).toBeUndefined();
  });
});

describe("the cost of a call", () => {
  const table = readPriceTable({
    ...{ date: "2026-09-23", currency: "USD", providers: { Harbour: ["h"] } },
    models: {
      h: [
        ["=tide-1", { input: 1_000_000, output: 1_000_000 }],
        ["=odd", { input: 1 }],
      ],
    },
  }) as PriceTable;
  const at = table.date + 1000;
  const call = { usage: { inputTokens: 1000, outputTokens: 500 }, estimate: { input: 1, output: 1 }, isComplete: true };
  const costWith = (
    model: string,
    changes: { own?: OwnPrice[]; table?: PriceTable | undefined; at?: number; call?: object },
  ) =>
    costOfCall(
      { providerName: "Harbour", model, at: changes.at ?? at },
      { ...call, ...changes.call },
      { table: "table" in changes ? changes.table : table, own: changes.own ?? [] },
    ).cost;

  test.each<[string, object, object]>([
    ["is exact with the table", costWith("tide-1", {}), { kind: "exact", currency: "USD", micros: 1500 }],
    ["has the own price first", costWith("tide-1", { own: [tide] }), { kind: "exact", currency: "EUR", micros: 4000 }],
    ["is unknown without the model", costWith("tide-9", {}), { kind: "unknown" }],
    ["is unknown without a price of output", costWith("odd", {}), { kind: "unknown" }],
    ["is unknown without a table", costWith("tide-1", { table: undefined }), { kind: "unknown" }],
    [
      "is exact with an own price without a table",
      costWith("tide-1", { table: undefined, own: [everywhere] }),
      { kind: "exact", currency: "JPY", micros: 4000 },
    ],
    [
      "is about if the tokens are estimated",
      costWith("tide-1", { call: { usage: undefined } }),
      { kind: "about", currency: "USD", micros: 2 },
    ],
    [
      "is about if the table is from after the call",
      costWith("tide-1", { at: table.date - 1 }),
      { kind: "about", currency: "USD", micros: 1500 },
    ],
    [
      "is about if the table is old",
      costWith("tide-1", { at: at + 200 * 86_400_000 }),
      { kind: "about", currency: "USD", micros: 1500 },
    ],
    [
      "is exact with an own price, however old the table is",
      costWith("tide-1", { at: at + 200 * 86_400_000, own: [tide] }),
      { kind: "exact", currency: "EUR", micros: 4000 },
    ],
  ])("%s", (_name, cost, expected) => {
    expect(cost).toEqual(expected);
  });
});

test.each([
  ["EUR", true],
  ["JPY", true],
  ["BIT", false],
  ["ZZZ", false],
  ["usd", false],
  ["US", false],
])("whether %s is a known currency is %s", (code, expected) => {
  expect(isKnownCurrency(code)).toBe(expected);
});
