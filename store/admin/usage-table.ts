import type { UsageRow } from "@/store/admin/admin-api";

/** The groups of tokens in the chart. */
export type UsageGrouping = "day" | "code" | "model";

/** Tokens of a day, a code or a model. */
export interface TokenSum {
  readonly name: string;
  readonly tokens: number;
}

/** Returns the tokens of each day that has usage, the oldest first. */
export function daySums(rows: readonly UsageRow[]): readonly TokenSum[] {
  return sumsBy(rows, "day").toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Sums in order of their tokens, and those that are too many. */
export interface LargestSums {
  readonly sums: readonly TokenSum[];
  /** Number of the other groups, and their tokens together. */
  readonly others: { readonly count: number; readonly tokens: number };
}

/** Maximum number of codes or models in the chart. */
const maxSums = 20;

/** Returns the tokens of the codes or models with the most tokens. */
export function largestSums(rows: readonly UsageRow[], by: "code" | "model"): LargestSums {
  const all = sumsBy(rows, by).toSorted(
    (one, other) => other.tokens - one.tokens || one.name.localeCompare(other.name),
  );
  const rest = all.slice(maxSums);
  const tokens = rest.reduce((sum, each) => sum + each.tokens, 0);
  return { sums: all.slice(0, maxSums), others: { count: rest.length, tokens } };
}

function sumsBy(rows: readonly UsageRow[], by: UsageGrouping): TokenSum[] {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(row[by], (sums.get(row[by]) ?? 0) + row.inputTokens + row.outputTokens);
  return [...sums].map(([name, tokens]) => ({ name, tokens }));
}

/** Returns rows with the newest day first, and the most tokens first within a day. */
export function newestFirst(rows: readonly UsageRow[]): readonly UsageRow[] {
  const tokens = ({ inputTokens, outputTokens }: UsageRow) => inputTokens + outputTokens;
  return rows.toSorted((one, other) => other.day.localeCompare(one.day) || tokens(other) - tokens(one));
}

const columns = ["day", "code", "model", "requests", "inputTokens", "outputTokens", "cost", "isEstimated"] as const;

/**
 * Returns the rows as CSV (RFC 4180), with costs in the currency. A text that a spreadsheet would take for a formula
 * begins with an apostrophe (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function usageCsv(rows: readonly UsageRow[], currency: string): string {
  const head = columns.map((name) => (name === "cost" ? `cost ${currency}` : name));
  const lines = rows.map((row) =>
    columns.map((name) => {
      const value = row[name];
      if (name === "cost") return typeof value === "number" ? String(value / 1_000_000) : "";
      return typeof value === "string" ? value : String(value);
    }),
  );
  return [head, ...lines].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(text: string): string {
  const isNumber = /^-?\d+(\.\d+)?(e-?\d+)?$/.test(text);
  const safe = /^[\s]*[=+\-@|%]|^[\t\r\n]/.test(text) && !isNumber ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
