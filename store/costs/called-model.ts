import { type OwnPrice, ownPriceOf } from "@/lib/prices/own-prices";
import { providerInUse } from "@/store/settings/models";

/** A model as chats name it. */
export interface CalledModel {
  readonly providerName: string;
  readonly model: string;
}

/**
 * Whether calls of a model cost nothing: the demonstration, a model with an own price of zero, and a server on the user's
 * computer without an own price.
 */
export function isFree(called: CalledModel, prices: readonly OwnPrice[]): boolean {
  const provider = providerInUse(called);
  const own = ownPriceOf(prices, called)?.price;
  if (own) return Object.values(own).every((amount) => amount === 0);
  return provider?.isDemo === true || provider?.isLocal === true;
}
