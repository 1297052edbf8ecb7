import { type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";
import { maxPrice, type Price } from "@/lib/prices/price";
import type { PricedModel } from "@/lib/prices/price-table";

/** The prices of a user for one model. They replace those of the table. */
export interface OwnPrice {
  /** The provider's name or id as in chats; empty for every provider. */
  readonly providerName: string;
  readonly model: string;
  /** ISO 4217 code. */
  readonly currency: string;
  /** Prices in millionths of the currency per million tokens. */
  readonly price: OwnPriceAmounts;
}

/**
 * The prices that a user can set; without the others, input and output prices apply. `characters` is the price of a million
 * characters that are read aloud, for which providers report no tokens.
 */
export type OwnPriceAmounts = Readonly<Record<"input" | "output", number>> &
  Readonly<Partial<Record<"cached" | "cacheWrite" | "characters", number>>>;

/** Maximum number of own prices, and length of a name. */
export const maxOwnPrices = 500;
const maxNameChars = 200;

/** Reads stored own prices; invalid ones and repetitions are left out. */
export function readOwnPrices(value: unknown): OwnPrice[] {
  const prices: OwnPrice[] = [];
  for (const each of listOf(value)) {
    if (prices.length === maxOwnPrices) break;
    const price = readOwnPrice(each);
    if (price && !prices.some((other) => isSameModel(other, price))) prices.push(price);
  }
  return prices;
}

function readOwnPrice(value: unknown): OwnPrice | undefined {
  const { providerName, model, currency, price } = recordOf(value);
  const { input, output, ...others } = recordOf(price);
  const names = [providerName, model];
  if (!names.every((name) => typeof name === "string" && name.length <= maxNameChars)) return undefined;
  if (stringOf(model).trim() === "" || !isCurrency(currency) || !isPrice(input) || !isPrice(output)) return undefined;
  return {
    providerName: stringOf(providerName),
    model: stringOf(model),
    currency,
    price: { input, output, ...optionalPrices(others) },
  };
}

/** Returns the valid ones of the prices that can be absent. */
function optionalPrices(prices: JsonRecord): Omit<OwnPriceAmounts, "input" | "output"> {
  const { cached, cacheWrite, characters } = prices;
  return {
    ...(isPrice(cached) && { cached }),
    ...(isPrice(cacheWrite) && { cacheWrite }),
    ...(isPrice(characters) && { characters }),
  };
}

/** Whether two own prices are for the same model of the same provider. */
export function isSameModel(one: Pick<OwnPrice, "providerName" | "model">, other: typeof one): boolean {
  return one.providerName === other.providerName && one.model.toLowerCase() === other.model.toLowerCase();
}

/** Returns the own price of a model. One for its provider wins over one for every provider. */
export function ownPriceOf(
  prices: readonly OwnPrice[],
  { providerName, model }: Pick<PricedModel, "providerName" | "model">,
): { readonly price: Price & Pick<OwnPriceAmounts, "characters">; readonly currency: string } | undefined {
  return (
    prices.find((price) => isSameModel(price, { providerName, model })) ??
    prices.find((price) => isSameModel(price, { providerName: "", model }))
  );
}

/** Whether a value is an ISO 4217 code by its form. Unknown codes are displayed as they are. */
export function isCurrency(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z]{3}$/.test(value);
}

/** Whether a value is the code of a currency that the browser knows. Some old browsers do not list currencies. */
export function isKnownCurrency(value: string): boolean {
  return isCurrency(value) && (Intl.supportedValuesOf?.("currency").includes(value) ?? true);
}

function isPrice(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxPrice;
}
