import { type OwnPrice, ownPriceOf } from "@/lib/prices/own-prices";
import { providerInUse } from "@/store/settings/models";

/** A model as chats name it. */
export interface CalledModel {
  readonly providerName: string;
  readonly model: string;
}

/** Whether calls of a model cost nothing: the demonstration, and a server on the user's computer without an own price. */
export function isFree(called: CalledModel, prices: readonly OwnPrice[]): boolean {
  const provider = providerInUse(called);
  return provider?.isDemo === true || (provider?.isLocal === true && !ownPriceOf(prices, called));
}
