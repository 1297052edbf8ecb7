import type { ReplyCost } from "@/lib/chat/message";
import { type OwnPrice, ownPriceOf } from "@/lib/prices/own-prices";
import { costOf } from "@/lib/prices/price";
import { isCurrent, type PricedModel, type PriceTable, priceInTable } from "@/lib/prices/price-table";
import { type CountedCall, countTokens, type TokenCounts } from "@/lib/prices/token-counts";

/** The prices that apply: the user's own before those of the table. */
export interface PriceBook {
  readonly table: PriceTable | undefined;
  readonly own: readonly OwnPrice[];
}

/** The tokens and the cost of a call. */
export interface CallCost {
  readonly counts: TokenCounts;
  readonly cost: ReplyCost;
}

/**
 * Returns the tokens and the cost of a call. The cost is `about` if its tokens are estimated, or if the table's day is
 * after the call or long before it; and `unknown` without a price.
 */
export function costOfCall(model: PricedModel, call: CountedCall, { table, own }: PriceBook): CallCost {
  const { counts, isEstimated } = countTokens(call);
  const ownPrice = ownPriceOf(own, model);
  const tablePrice = ownPrice || !table ? undefined : priceInTable(table, model);
  const price = ownPrice?.price ?? tablePrice;
  const currency = ownPrice?.currency ?? table?.currency;
  const micros = price && costOf(counts, price);
  if (micros === undefined || currency === undefined) return { counts, cost: { kind: "unknown" } };
  const isAbout = isEstimated || (!ownPrice && table !== undefined && !isCurrent(table, model.at));
  return { counts, cost: { kind: isAbout ? "about" : "exact", currency, micros } };
}
