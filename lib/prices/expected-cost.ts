import { type LedgerRow, sumRows } from "@/lib/prices/ledger";

/**
 * Returns the expected cost of a call in millionths of a currency, from the calls of the month: the average of the
 * model, or of all models if it was not called yet.
 */
export function expectedCost(
  rows: readonly LedgerRow[],
  { model, providerName }: Pick<LedgerRow, "model" | "providerName">,
  currency: string,
): number {
  const own = rows.filter((row) => row.model === model && row.providerName === providerName);
  const { calls, money } = sumRows(own.length > 0 ? own : rows);
  return calls === 0 ? 0 : Math.ceil((money[currency] ?? 0) / calls);
}
