import type { UsageRow } from "@/store/admin/admin-api";

/** Requests and tokens of a day. */
export interface DayUsage {
  readonly day: string;
  readonly requests: number;
  readonly tokens: number;
}

/** Returns the sums of each day that has usage, the oldest first. */
export function daySums(rows: readonly UsageRow[]): readonly DayUsage[] {
  const sums = new Map<string, DayUsage>();
  for (const { day, requests, inputTokens, outputTokens } of rows) {
    const { requests: before = 0, tokens = 0 } = sums.get(day) ?? {};
    sums.set(day, { day, requests: before + requests, tokens: tokens + inputTokens + outputTokens });
  }
  return [...sums.values()].toSorted((one, other) => one.day.localeCompare(other.day));
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
