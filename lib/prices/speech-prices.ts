import type { PriceTable } from "@/lib/prices/price-table";

/**
 * Prices of the models that read aloud, on a day, by OpenAI's pages of these models
 * (https://developers.openai.com/api/docs/models). `characters` is the price of a million characters, `hour` that of an
 * hour of sound, in millionths of the currency. OpenAI bills gpt-4o-mini-tts by tokens, which a response does not
 * contain, and estimates a minute at $0.015. `scripts/make-prices.mjs` finds no such prices in its package.
 */
export const speechPrices: PriceTable = {
  date: Date.parse("2026-07-16"),
  currency: "USD",
  providers: { OpenAI: ["openai"] },
  models: {
    openai: [
      ["^tts-1-hd", { characters: 30_000_000 }],
      ["^tts-1", { characters: 15_000_000 }],
      ["^gpt-4o-mini-tts", { hour: 900_000 }],
    ],
  },
};
