import type { ReplyCost } from "@/lib/chat/message";
import { type OwnPrice, ownPriceOf } from "@/lib/prices/own-prices";
import { microsPerUnit } from "@/lib/prices/price";
import { type PricedModel, type PriceTable, unitPriceInTable } from "@/lib/prices/price-table";
import { speechPrices } from "@/lib/prices/speech-prices";

/** A text that was read aloud. */
export interface SpokenText {
  readonly text: string;
  /** The length of its sound; undefined if it is unknown. */
  readonly seconds: number | undefined;
}

const msPerHour = 3_600_000;

/**
 * Returns the cost of a text that was read aloud: by the user's price of characters, or else by the table's price of
 * characters or of an hour of sound. Providers report no usage of it, so the cost is `about`. Without a price, or for a
 * model whose own price is one of tokens only, it is unknown.
 */
export function costOfSpeech(
  model: PricedModel,
  { text, seconds }: SpokenText,
  own: readonly OwnPrice[],
  table: PriceTable = speechPrices,
): ReplyCost {
  const ownPrice = ownPriceOf(own, model);
  const currency = ownPrice?.currency ?? table.currency;
  const perCharacters = ownPrice ? ownPrice.price.characters : unitPriceInTable(table, model, "characters");
  const perHour = ownPrice ? undefined : unitPriceInTable(table, model, "hour");
  if (perCharacters !== undefined) return about(currency, Array.from(text).length, perCharacters, microsPerUnit);
  if (perHour === undefined || seconds === undefined) return { kind: "unknown" };
  return about(currency, Math.round(seconds * 1000), perHour, msPerHour);
}

/** Returns the cost of a number of units, of which `perPrice` have a price. It is rounded once, half up. */
function about(currency: string, units: number, price: number, perPrice: number): ReplyCost {
  const micros = (BigInt(units) * BigInt(price) + BigInt(perPrice / 2)) / BigInt(perPrice);
  return { kind: "about", currency, micros: Math.min(Number(micros), Number.MAX_SAFE_INTEGER) };
}
