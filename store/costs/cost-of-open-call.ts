import { costOfCall } from "@/lib/prices/call-cost";
import type { LedgerCall } from "@/lib/prices/ledger";
import type { OpenCall } from "@/lib/prices/open-calls";
import { isFree } from "@/store/costs/called-model";
import { loadPriceBook } from "@/store/costs/price-book";

/** Returns an open call that has ended with an estimated output, as the ledger counts it. */
export async function costOfOpenCall(
  { providerName, model, projectId, at, input }: OpenCall,
  output: number,
): Promise<LedgerCall> {
  const called = { providerName, model, projectId };
  const book = await loadPriceBook();
  const { counts, cost } = costOfCall({ ...called, at }, { estimate: { input, output }, isComplete: false }, book);
  return { ...called, counts, cost: isFree(called, book.own) ? undefined : cost };
}
