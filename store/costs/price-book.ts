import type { PriceBook } from "@/lib/prices/call-cost";
import { type PriceTable, readPriceTable } from "@/lib/prices/price-table";
import { useCostSettings } from "@/store/costs/cost-settings";

let loading: Promise<PriceTable | undefined> | undefined;

/** Loads the table of prices once, on first use. Without it, only own prices are known. */
function loadPriceTable(): Promise<PriceTable | undefined> {
  loading ??= import("@/lib/prices/price-table.json").then(
    (table) => readPriceTable(table.default),
    (thrown: unknown) => {
      loading = undefined;
      console.warn("Could not load the prices.", thrown);
      return undefined;
    },
  );
  return loading;
}

/** Returns the prices that apply now. Never rejects. */
export async function loadPriceBook(): Promise<PriceBook> {
  const [table] = await Promise.all([loadPriceTable(), useCostSettings.whenRead().catch(() => undefined)]);
  return { table, own: useCostSettings.getState().prices };
}
