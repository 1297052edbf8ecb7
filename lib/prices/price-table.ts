import { isRecord, type JsonRecord, listOf, recordOf, stringOf } from "@/lib/json";
import { maxPrice, type Price, type PriceKind, priceKinds } from "@/lib/prices/price";

/**
 * A table of prices on a day, as `scripts/make-prices.mjs` writes it. Its rows are read when a model is looked up.
 *
 * A pattern of models is a text with a mark: `=` equal, `^` start, `$` end, `*` part, `~` regular expression; a list of
 * patterns of which one matches; or `{ and: patterns }`.
 */
export interface PriceTable {
  /** The day of the prices, in milliseconds since the epoch. */
  readonly date: number;
  readonly currency: string;
  /** Ids of lists of models by the name of a provider, in order of precedence. */
  readonly providers: JsonRecord;
  readonly models: JsonRecord;
}

/** A model and the time of its call. */
export interface PricedModel {
  readonly providerName: string;
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const dayMs = 86_400_000;
/** Age from which the prices of a table may have changed. */
const maxAgeMs = 180 * dayMs;
/** Maximum length of a model name that is looked up: regular expressions are part of the table. */
const maxModelChars = 200;

/** Reads a table; undefined if it is not one. */
export function readPriceTable(value: unknown): PriceTable | undefined {
  const { date, currency, providers, models } = recordOf(value);
  const day = Date.parse(stringOf(date));
  if (!Number.isFinite(day) || !/^[A-Z]{3}$/.test(stringOf(currency))) return undefined;
  if (!isRecord(providers) || !isRecord(models)) return undefined;
  return { date: day, currency: stringOf(currency), providers, models };
}

/** Whether the prices of a table held at a time: it is neither from after that time nor long before it. */
export function isCurrent({ date }: PriceTable, at: number): boolean {
  return date <= at && at - date <= maxAgeMs;
}

/** The stored prices of a model, each with the times at which it holds. */
export type PriceRow = readonly unknown[];

/** Returns the price of a model at a time; undefined if the table lacks it or its row is invalid. */
export function priceInTable(table: PriceTable, priced: PricedModel): Price | undefined {
  return priceInRow(rowInTable(table, priced), priced.at);
}

/** Returns the price of a row at a time; undefined without a row, or if its prices are invalid. */
export function priceInRow(row: PriceRow | undefined, at: number): Price | undefined {
  return row && readPrice(priceAt(row, at));
}

/**
 * Returns the price of an hour of sound or of a million characters, in millionths of the currency; undefined if the table
 * lacks it.
 */
export function unitPriceInTable(
  table: PriceTable,
  priced: PricedModel,
  unit: "hour" | "characters",
): number | undefined {
  const row = rowInTable(table, priced);
  const amount = recordOf(row && priceAt(row, priced.at))[unit];
  return isAmount(amount) ? amount : undefined;
}

/** Returns the row of a model; undefined if the table lacks it. */
export function rowInTable(
  table: PriceTable,
  { providerName, model }: Pick<PricedModel, "providerName" | "model">,
): PriceRow | undefined {
  if (model === "" || model.length > maxModelChars || !Object.hasOwn(table.providers, providerName)) return undefined;
  for (const id of listOf(table.providers[providerName])) {
    const rows = listOf(Object.hasOwn(table.models, stringOf(id)) ? table.models[stringOf(id)] : undefined);
    const row = rows.find((each) => matches(listOf(each)[0], model));
    if (row !== undefined) return listOf(row).slice(1);
  }
  return undefined;
}

function matches(pattern: unknown, model: string): boolean {
  if (Array.isArray(pattern)) return pattern.some((each) => matches(each, model));
  if (isRecord(pattern)) {
    const all = listOf(pattern.and);
    return all.length > 0 && all.every((each) => matches(each, model));
  }
  const text = stringOf(pattern);
  const [name, wanted] = [model.toLowerCase(), text.slice(1).toLowerCase()];
  switch (text[0]) {
    case "=":
      return name === wanted;
    case "^":
      return name.startsWith(wanted);
    case "$":
      return name.endsWith(wanted);
    case "*":
      return name.includes(wanted);
    case "~":
      return matchesExpression(text.slice(1), model);
    default:
      return false;
  }
}

function matchesExpression(expression: string, model: string): boolean {
  try {
    return new RegExp(expression).test(model);
  } catch {
    return false;
  }
}

/** Returns the last of the dated prices that holds at a time, or the first. */
function priceAt(dated: PriceRow, at: number): unknown {
  return dated.findLast((each) => holdsAt(recordOf(each), at)) ?? dated[0];
}

function holdsAt({ from, between }: JsonRecord, at: number): boolean {
  if (from !== undefined) return at >= Date.parse(stringOf(from));
  if (between === undefined) return true;
  const [start, end] = listOf(between).map((time) => Date.parse(`1970-01-01T${stringOf(time)}`));
  const time = at % dayMs;
  if (start === undefined || end === undefined) return false;
  return end < start ? time >= start || time < end : time >= start && time < end;
}

/** Returns the prices of a row; undefined if any of them is invalid. */
function readPrice(value: unknown): Price | undefined {
  const price: Partial<Record<PriceKind, Price[PriceKind]>> = {};
  for (const kind of priceKinds) {
    const amount = recordOf(value)[kind];
    if (amount === undefined) continue;
    if (!isAmount(amount) && !isTiered(amount)) return undefined;
    price[kind] = amount;
  }
  return Object.keys(price).length > 0 ? price : undefined;
}

function isAmount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxPrice;
}

function isTiered(value: unknown): value is Exclude<Price[PriceKind], number | undefined> {
  const [base, ...tiers] = listOf(value);
  return isAmount(base) && tiers.every((tier) => listOf(tier).length === 2 && listOf(tier).every(isAmount));
}
