import type { ReplyCost } from "@/lib/chat/message";
import { type OwnPrice, ownPriceOf } from "@/lib/prices/own-prices";
import { microsPerUnit } from "@/lib/prices/price";
import type { PricedModel } from "@/lib/prices/price-table";

/**
 * Returns the cost of a text that was read aloud. Providers report no usage of it, and the table has no prices of
 * characters: an own price gives a cost of `about`, because the characters are counted here. Otherwise it is unknown.
 */
export function costOfSpeech(
  model: Pick<PricedModel, "providerName" | "model">,
  text: string,
  own: readonly OwnPrice[],
): ReplyCost {
  const { price, currency } = ownPriceOf(own, model) ?? {};
  if (price?.characters === undefined || currency === undefined) return { kind: "unknown" };
  const characters = BigInt(Array.from(text).length);
  const micros = (characters * BigInt(price.characters) + BigInt(microsPerUnit / 2)) / BigInt(microsPerUnit);
  return { kind: "about", currency, micros: Math.min(Number(micros), Number.MAX_SAFE_INTEGER) };
}
