import type { ReplyCost } from "@/lib/chat/message";
import { isRecord, listOf, recordOf, stringOf } from "@/lib/json";
import { addMoney, type MoneyByCurrency } from "@/lib/prices/money";
import { isCurrency } from "@/lib/prices/own-prices";
import { addCounts, countNames, noTokens, type TokenCounts } from "@/lib/prices/token-counts";

/** The calls to one model in a month, from the chats of one project. */
export interface LedgerRow {
  /** The project of the chat at the time of the calls; absent if it had none. */
  readonly projectId?: string;
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

/** The calls of a month, by project and model. */
export interface LedgerMonth {
  readonly rows: readonly LedgerRow[];
}

/** Months by their names, such as `2026-11`. */
export type LedgerMonths = Readonly<Record<string, LedgerMonth>>;

/** An ended call. Without a cost it is counted, but nothing was billed. */
export interface LedgerCall {
  readonly providerName: string;
  readonly model: string;
  readonly projectId?: string | undefined;
  readonly counts: TokenCounts;
  readonly cost?: ReplyCost | undefined;
}

/** Maximum number of rows of a month with a model, of all its rows, and of months. The oldest months are removed. */
const maxModelRows = 300;
const maxRows = 1_000;
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
  const key = keyOf(rows, call);
  const index = rows.findIndex((row) => isSame(row, key));
  if (index < 0) return [...rows, rowWithCall({ ...key, ...emptySums }, call)];
  return rows.map((row, place) => (place === index ? rowWithCall(row, call) : row));
}

/** Returns the key of a call's row. Beyond the maximum, all models of a project share a row, and at last all calls. */
function keyOf(rows: readonly LedgerRow[], { providerName, model, projectId = "" }: LedgerCall): RowKey {
  const project = projectId === "" ? {} : { projectId: projectId.slice(0, maxNameChars) };
  const own = { providerName: providerName.slice(0, maxNameChars), model: model.slice(0, maxNameChars), ...project };
  if (rows.length < maxModelRows || rows.some((row) => isSame(row, own))) return own;
  const others = { providerName: "", model: "" };
  const ofProject = { ...others, ...project };
  return rows.length < maxRows || rows.some((row) => isSame(row, ofProject)) ? ofProject : others;
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

type RowKey = Pick<LedgerRow, "providerName" | "model" | "projectId">;

function isSame(one: RowKey, other: RowKey): boolean {
  return one.providerName === other.providerName && one.model === other.model && one.projectId === other.projectId;
}

/** The sums of a month, or of several rows. */
export type LedgerSums = Omit<LedgerRow, keyof RowKey>;

/** Returns the rows of a month with those of all projects added up, one for each model. */
export function modelRows(rows: readonly LedgerRow[]): LedgerRow[] {
  const grouped = groupRows(rows, ({ providerName, model }) => JSON.stringify([providerName, model]));
  return [...grouped.values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ providerName: first.providerName, model: first.model, ...sumRows(same) }] : [];
  });
}

/** Returns the sums of each project by its id; calls without a project have the empty id. */
export function projectSums(rows: readonly LedgerRow[]): ReadonlyMap<string, LedgerSums> {
  const grouped = groupRows(rows, ({ projectId = "" }) => projectId);
  return new Map([...grouped].map(([id, same]) => [id, sumRows(same)]));
}

function groupRows(rows: readonly LedgerRow[], nameOf: (row: LedgerRow) => string): Map<string, LedgerRow[]> {
  const groups = new Map<string, LedgerRow[]>();
  for (const row of rows) {
    const name = nameOf(row);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

/** Returns the sums of rows. */
export function sumRows(rows: readonly LedgerSums[]): LedgerSums {
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
      ...(typeof row.projectId === "string" &&
        row.projectId !== "" && { projectId: row.projectId.slice(0, maxNameChars) }),
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
