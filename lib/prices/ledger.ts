import type { ReplyCost } from "@/lib/chat/message";
import { isRecord, listOf, recordOf, stringOf } from "@/lib/json";
import { addMoney, type MoneyByCurrency } from "@/lib/prices/money";
import { isCurrency } from "@/lib/prices/own-prices";
import { addCounts, countNames, noTokens, type TokenCounts } from "@/lib/prices/token-counts";

/** The calls to one model in a month. */
export interface LedgerRow {
  /** The provider's name or id as in chats. */
  readonly providerName: string;
  /** The model; empty for the calls to all models beyond the maximum. */
  readonly model: string;
  readonly calls: number;
  /** Calls whose cost is an estimate. */
  readonly estimated: number;
  /** Calls whose cost is unknown. They are not part of the money. */
  readonly unknown: number;
  readonly tokens: TokenCounts;
  readonly money: MoneyByCurrency;
}

/** The calls of a month, by model. A further dimension, such as a project, would be another field of a row. */
export interface LedgerMonth {
  readonly rows: readonly LedgerRow[];
}

/** Months by their names, such as `2026-11`. */
export type LedgerMonths = Readonly<Record<string, LedgerMonth>>;

/** An ended call. Without a cost it is counted, but nothing was billed. */
export interface LedgerCall {
  readonly providerName: string;
  readonly model: string;
  readonly counts: TokenCounts;
  readonly cost?: ReplyCost | undefined;
}

/** Maximum number of models of a month, and of months. The oldest months are removed. */
const maxRows = 300;
const maxMonths = 240;
/** Maximum length of a stored name. */
const maxNameChars = 200;

/** Returns the name of a month in local time, such as `2026-11`. */
export function monthOf(at: number): string {
  const date = new Date(at);
  return `${String(date.getFullYear()).padStart(4, "0")}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

/** Returns the months with a call added to one of them. */
export function addCall(months: LedgerMonths, month: string, call: LedgerCall): LedgerMonths {
  return { ...months, [month]: { rows: withCall(months[month]?.rows ?? [], call) } };
}

function withCall(rows: readonly LedgerRow[], call: LedgerCall): readonly LedgerRow[] {
  const names = { providerName: call.providerName.slice(0, maxNameChars), model: call.model.slice(0, maxNameChars) };
  const index = rows.findIndex((row) => isSame(row, names));
  if (index >= 0) return rows.map((row, place) => (place === index ? rowWithCall(row, call) : row));
  const others = { providerName: "", model: "" };
  const isFull = rows.length >= maxRows && !isSame(names, others);
  if (isFull) return withCall(rows, { ...call, ...others });
  return [...rows, rowWithCall({ ...names, ...emptySums }, call)];
}

const emptySums = { calls: 0, estimated: 0, unknown: 0, tokens: noTokens, money: {} };

function rowWithCall(row: LedgerRow, { counts, cost }: LedgerCall): LedgerRow {
  const { currency, micros } = cost ?? {};
  return {
    ...row,
    calls: row.calls + 1,
    estimated: row.estimated + Number(cost?.kind === "about"),
    unknown: row.unknown + Number(cost?.kind === "unknown"),
    tokens: addCounts(row.tokens, counts),
    money: currency === undefined || micros === undefined ? row.money : addMoney(row.money, { currency, micros }),
  };
}

function isSame(one: Pick<LedgerRow, "providerName" | "model">, other: typeof one): boolean {
  return one.providerName === other.providerName && one.model === other.model;
}

/** The sums of a month, or of several rows. */
export type LedgerSums = Omit<LedgerRow, "providerName" | "model">;

/** Returns the sums of rows. */
export function sumRows(rows: readonly LedgerRow[]): LedgerSums {
  return rows.reduce<LedgerSums>(
    (sums, row) => ({
      calls: sums.calls + row.calls,
      estimated: sums.estimated + row.estimated,
      unknown: sums.unknown + row.unknown,
      tokens: addCounts(sums.tokens, row.tokens),
      money: Object.entries(row.money).reduce(
        (money, [currency, micros]) => addMoney(money, { currency, micros }),
        sums.money,
      ),
    }),
    emptySums,
  );
}

/** Returns the months of two ledgers, with the sums of months that are in both. */
export function mergeMonths(one: LedgerMonths, other: LedgerMonths): LedgerMonths {
  const both = Object.entries(other).map(([month, { rows }]) => {
    const known = one[month]?.rows ?? [];
    const added = rows.filter((row) => !known.some((each) => isSame(each, row)));
    const merged = known.map((row) => ({ ...row, ...sumRows([row, ...rows.filter((each) => isSame(each, row))]) }));
    return [month, { rows: [...merged, ...added] }] as const;
  });
  return { ...one, ...Object.fromEntries(both) };
}

/** Reads stored months. Invalid months and rows are left out, invalid counts are zero. */
export function readMonths(stored: unknown): LedgerMonths {
  const entries = Object.entries(recordOf(stored)).filter(([month]) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month));
  const newest = entries.toSorted(([one], [other]) => (one < other ? 1 : -1)).slice(0, maxMonths);
  return Object.fromEntries(newest.map(([month, value]) => [month, readMonth(value)]));
}

function readMonth(stored: unknown): LedgerMonth {
  const rows = listOf(recordOf(stored).rows).filter(isRecord);
  return {
    rows: rows.slice(0, maxRows + 1).map((row) => ({
      providerName: stringOf(row.providerName).slice(0, maxNameChars),
      model: stringOf(row.model).slice(0, maxNameChars),
      calls: countOf(row.calls),
      estimated: countOf(row.estimated),
      unknown: countOf(row.unknown),
      tokens: Object.fromEntries(countNames.map((name) => [name, countOf(recordOf(row.tokens)[name])])) as Record<
        keyof TokenCounts,
        number
      >,
      money: Object.fromEntries(
        Object.entries(recordOf(row.money)).flatMap(([currency, micros]) =>
          isCurrency(currency) ? [[currency, countOf(micros)]] : [],
        ),
      ),
    })),
  };
}

function countOf(value: unknown): number {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}
