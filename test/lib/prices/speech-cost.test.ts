import type { OwnPrice } from "@/lib/prices/own-prices";
import { costOfSpeech } from "@/lib/prices/speech-cost";
import { speechPrices } from "@/lib/prices/speech-prices";

const at = Date.parse("2026-10-01");
/** A text of 2,000 characters, each a pair of code units. */
const text = "🌊".repeat(2000);
const own: OwnPrice = { providerName: "OpenAI", model: "tts-1", currency: "EUR", price: { input: 0, output: 0 } };
const costOf = (model: string, seconds?: number, prices: readonly OwnPrice[] = [], providerName = "OpenAI") =>
  costOfSpeech({ providerName, model, at }, { text, seconds }, prices);

test.each([
  ["tts-1", undefined, 30_000],
  ["tts-1-hd", 120, 60_000],
  ["tts-1-hd-1106", undefined, 60_000],
  ["gpt-4o-mini-tts", 60, 15_000],
  ["gpt-4o-mini-tts-2025-12-15", 1.5, 375],
])("%s has a price in the table, and its cost is about", (model, seconds, micros) => {
  expect(costOf(model, seconds)).toEqual({ kind: "about", currency: "USD", micros });
});

test("an own price of characters comes first; own prices of tokens make it unknown", () => {
  const priced = { ...own, price: { ...own.price, characters: 1_000_000 } };
  expect(costOf("tts-1", 60, [priced])).toEqual({ kind: "about", currency: "EUR", micros: 2000 });
  const minute = { ...priced, model: "gpt-4o-mini-tts" };
  expect(costOf("gpt-4o-mini-tts", 60, [minute])).toEqual({ kind: "about", currency: "EUR", micros: 2000 });
  expect(costOf("tts-1", 60, [own])).toEqual({ kind: "unknown" });
});

test.each([
  ["the length is unknown", "gpt-4o-mini-tts", "OpenAI"],
  ["the table lacks the model", "tide-tts", "OpenAI"],
  ["the table lacks the provider", "tts-1", "Harbour"],
])("if %s, the cost is unknown", (_case, model, provider) => {
  expect(costOf(model, undefined, [], provider)).toEqual({ kind: "unknown" });
});

test("every row of the table has a price that can be read", () => {
  const rows = Object.values(speechPrices.models).flat();
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    const table = { ...speechPrices, providers: { P: ["m"] }, models: { m: [["*", ...(row as unknown[]).slice(1)]] } };
    const cost = costOfSpeech({ providerName: "P", model: "x", at }, { text, seconds: 1 }, [], table);
    expect(cost).toMatchObject({ kind: "about", currency: "USD" });
  }
});
