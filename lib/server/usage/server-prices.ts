import { isRecord, type JsonRecord, parseJson } from "@/lib/json";
import { isCurrency } from "@/lib/prices/own-prices";
import { costOf, maxPrice, microsPerUnit, type Price, type PriceKind, priceKinds } from "@/lib/prices/price";
import { type PriceRow, type PriceTable, priceInRow, readPriceTable, rowInTable } from "@/lib/prices/price-table";
import type { TokenCounts } from "@/lib/prices/token-counts";
import { placeOf } from "@/lib/providers/places";
import type { Provider } from "@/lib/providers/provider";
import { RecentMap } from "@/lib/server/recent-map";

/** The operator's prices, over those of the table (`lib/prices/price-table.json`). */
export interface ServerPrices {
  /** ISO 4217 code of all amounts. */
  readonly currency: string;
  /** Factor of the table's prices: the exchange rate and the markup. Undefined: the table is not used. */
  readonly tableFactor: number | undefined;
  /** Prices by model in lower case, or by model and provider id, such as `gpt-5@azure`. */
  readonly models: ReadonlyMap<string, Price>;
  /** Whether PRICES is invalid. No price is known then. */
  readonly isInvalid: boolean;
}

/** The currency of the table. */
const tableCurrency = "USD";

const maxFactor = 1e6;

const unreadable: ServerPrices = {
  currency: tableCurrency,
  tableFactor: undefined,
  models: new Map(),
  isInvalid: true,
};

/**
 * Reads PRICES: `{"currency":"EUR","rate":0.92,"markup":10,"models":{"gpt-5":{"input":1.25,"output":10}}}`. `rate` is
 * the price of a US dollar, `markup` is in percent, and prices of models are for a million tokens.
 */
export function readServerPrices(text: string, problems: string[]): ServerPrices {
  if (text === "") return { ...unreadable, tableFactor: 1, isInvalid: false };
  const read = parseJson(text);
  const { currency = tableCurrency, rate, markup = 0, models = {}, ...unknown } = isRecord(read) ? read : { read };
  const isValid =
    Object.keys(unknown).length === 0 &&
    isCurrency(currency) &&
    (rate === undefined || isFactor(rate)) &&
    typeof markup === "number" &&
    isFactor(1 + markup / 100) &&
    isRecord(models);
  const prices = isValid ? readModelPrices(models) : undefined;
  if (!isValid || prices === undefined) {
    problems.push("PRICES is invalid: no price is known, and codes with a limit of money are refused.");
    return unreadable;
  }
  const base = rate ?? (currency === tableCurrency ? 1 : undefined);
  if (base === undefined)
    problems.push("PRICES has another currency than USD and no rate: only its models have prices.");
  const tableFactor = base === undefined ? undefined : base * (1 + markup / 100);
  return { currency, tableFactor, models: prices, isInvalid: false };
}

function isFactor(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value <= maxFactor;
}

function readModelPrices(models: JsonRecord): Map<string, Price> | undefined {
  const prices = new Map<string, Price>();
  for (const [model, value] of Object.entries(models)) {
    const price = readPrice(value);
    if (price === undefined) return undefined;
    prices.set(model.trim().toLowerCase(), price);
  }
  return prices;
}

function readPrice(value: unknown): Price | undefined {
  if (!isRecord(value) || value.input === undefined || value.output === undefined) return undefined;
  const price: Partial<Record<PriceKind, number>> = {};
  for (const [name, amount] of Object.entries(value)) {
    const kind = priceKinds.find((known) => known === name);
    const micros = typeof amount === "number" && amount >= 0 ? Math.round(amount * microsPerUnit) : Number.NaN;
    if (kind === undefined || !(micros <= maxPrice)) return undefined;
    price[kind] = micros;
  }
  return price;
}

/** A model of a provider and the time of its call, in milliseconds since 1970. */
export interface CalledModel {
  readonly provider: Pick<Provider, "id" | "name" | "boundName" | "place">;
  readonly model: string;
  readonly at: number;
}

let loadedTable: Promise<PriceTable | undefined> | undefined;

/** Loads the table on first use. */
function loadTable(): Promise<PriceTable | undefined> {
  loadedTable ??= import("@/lib/prices/price-table.json").then(({ default: table }) => readPriceTable(table));
  return loadedTable;
}

/** Rows of the table by provider and model: finding one tries hundreds of patterns. */
const rows = new RecentMap<string, { readonly row: PriceRow | undefined }>(500);

/** Returns the row of a model in the table. */
async function rowOf({ provider, model }: Pick<CalledModel, "provider" | "model">): Promise<PriceRow | undefined> {
  const table = await loadTable();
  if (table === undefined) return undefined;
  const providerName = placeOf(provider);
  const key = JSON.stringify([providerName, model]);
  return rows.getOrCreate(key, () => ({ row: rowInTable(table, { providerName, model }) })).row;
}

/**
 * Returns a function for the cost of calls of a model, in millionths of the operator's currency; undefined if its price
 * is unknown. The function returns undefined if a kind of tokens has no price.
 */
export async function pricing(
  prices: ServerPrices,
  { provider, model, at }: CalledModel,
): Promise<((counts: TokenCounts) => number | undefined) | undefined> {
  const name = model.toLowerCase();
  const own = prices.models.get(`${name}@${provider.id.toLowerCase()}`) ?? prices.models.get(name);
  if (own) return (counts) => costOf(counts, own);
  const { tableFactor } = prices;
  if (tableFactor === undefined) return undefined;
  const price = priceInRow(await rowOf({ provider, model }), at);
  if (price === undefined) return undefined;
  return (counts) => {
    const cost = costOf(counts, price);
    return cost === undefined ? undefined : Math.min(Math.ceil(cost * tableFactor), Number.MAX_SAFE_INTEGER);
  };
}
