import { noTokens } from "@/lib/prices/token-counts";
import { pricing, readServerPrices } from "@/lib/server/usage/server-prices";

const at = Date.UTC(2026, 9, 1);
const counts = { ...noTokens, input: 1_000_000, output: 1_000_000 };

async function costOf(text: string, model: string, provider = { id: "openai", name: "OpenAI" }) {
  const problems: string[] = [];
  const prices = readServerPrices(text, problems);
  const price = await pricing(prices, { provider, model, at });
  return { cost: price?.(counts), currency: prices.currency, problems: problems.length };
}

test("without PRICES, the prices are those of the table, in US dollars", async () => {
  expect(await costOf("", "gpt-4o")).toEqual({ cost: 12_500_000, currency: "USD", problems: 0 });
});

test("the rate and the markup apply to the table, and the operator's price of a model is final", async () => {
  const text = '{"currency":"EUR","rate":0.5,"markup":20,"models":{"Own":{"input":1,"output":2.5,"cached":0}}}';
  expect(await costOf(text, "gpt-4o")).toEqual({ cost: 7_500_000, currency: "EUR", problems: 0 });
  expect(await costOf(text, "own")).toEqual({ cost: 3_500_000, currency: "EUR", problems: 0 });
});

test("a price can be for one provider", async () => {
  const text = '{"models":{"gpt-4o@azure":{"input":0,"output":0},"gpt-4o":{"input":1,"output":1}}}';
  expect((await costOf(text, "gpt-4o", { id: "azure", name: "Azure" })).cost).toBe(0);
  expect((await costOf(text, "gpt-4o")).cost).toBe(2_000_000);
});

test("an unknown model has no price, and an unknown provider neither @C3.7", async () => {
  expect((await costOf("", "tide-1")).cost).toBeUndefined();
  expect((await costOf("", "")).cost).toBeUndefined();
  expect((await costOf("", "gpt-4o", { id: "acme", name: "Acme" })).cost).toBeUndefined();
});

test("in another currency, the table needs a rate", async () => {
  expect(await costOf('{"currency":"EUR"}', "gpt-4o")).toEqual({ cost: undefined, currency: "EUR", problems: 1 });
});

test.each([
  "[]",
  "{",
  '{"currency":"euro"}',
  '{"rate":0}',
  '{"rate":-1}',
  '{"markup":-100}',
  '{"markup":"10"}',
  '{"models":[]}',
  '{"models":{"a":{"input":1}}}',
  '{"models":{"a":{"input":-1,"output":1}}}',
  '{"models":{"a":{"input":1,"output":1e300}}}',
  '{"models":{"a":{"input":1,"output":1,"tea":1}}}',
  '{"discount":1}',
])("with the invalid value %s, no price is known", async (text) => {
  expect(await costOf(text, "gpt-4o")).toMatchObject({ cost: undefined, problems: 1 });
});
