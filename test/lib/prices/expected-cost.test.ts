import { expectedCost } from "@/lib/prices/expected-cost";
import { noTokens } from "@/lib/prices/token-counts";

const row = (model: string, calls: number, money: Record<string, number>) => ({
  ...{ providerName: "OpenAI", model, calls, estimated: 0, unknown: 0, tokens: noTokens, money },
});
const rows = [row("tide-1", 4, { USD: 10 }), row("tide-2", 2, { USD: 50, EUR: 7 })];

test.each([
  ["tide-1", "OpenAI", "USD", 3],
  ["tide-2", "OpenAI", "EUR", 4],
  ["tide-1", "OpenAI", "EUR", 0],
  ["tide-1", "Other", "USD", 10],
  ["tide-3", "OpenAI", "USD", 10],
])("a call to %s of %s is expected to cost %s %d", (model, providerName, currency, expected) => {
  expect(expectedCost(rows, { model, providerName }, currency)).toBe(expected);
});

test("without calls nothing is known", () => {
  expect(expectedCost([], { model: "tide-1", providerName: "OpenAI" }, "USD")).toBe(0);
});
