import type { ReplyCost } from "@/lib/chat/message";
import { addCosts } from "@/lib/chat/reply-cost";
import type { EndedCall } from "@/lib/engine/call-meter";
import type { Environment } from "@/lib/environment";
import { browserEnvironment } from "@/lib/platform/browser-environment";
import { costOfCall, type PriceBook } from "@/lib/prices/call-cost";
import type { LedgerCall } from "@/lib/prices/ledger";
import { noTokens } from "@/lib/prices/token-counts";
import { type CalledModel, isFree } from "@/store/costs/called-model";
import { type Ledger, ledger } from "@/store/costs/ledger";
import { loadPriceBook } from "@/store/costs/price-book";
import { providerInUse } from "@/store/settings/models";

/** Counts the calls of one reply or background request. */
export interface CallCounter {
  /** Counts an ended call in the ledger. */
  onCall(call: EndedCall): void;
  /** Returns the cost of the calls so far; undefined if nothing was billed. */
  cost(): Promise<ReplyCost | undefined>;
}

interface CallCounterDependencies {
  readonly loadPrices: () => Promise<PriceBook>;
  readonly ledger: Pick<Ledger, "add">;
}

const pageDependencies: CallCounterDependencies = { loadPrices: loadPriceBook, ledger };

/** Creates the counter of calls to a model, and begins to load the prices. Calls of the demonstration do not count. */
export function countCalls(
  called: CalledModel & Pick<LedgerCall, "projectId">,
  { now }: Pick<Environment, "now"> = browserEnvironment,
  dependencies = pageDependencies,
): CallCounter {
  if (providerInUse(called)?.isDemo) return { onCall() {}, cost: async () => undefined };
  const prices = dependencies.loadPrices();
  const costs: Promise<ReplyCost | undefined>[] = [];

  async function count(call: EndedCall, at: number): Promise<ReplyCost | undefined> {
    const book = await prices;
    const { counts, cost } = costOfCall({ ...called, at }, call, book);
    const billed = call.isRefused || isFree(called, book.own) ? undefined : cost;
    void dependencies.ledger.add({ ...called, counts: call.isRefused ? noTokens : counts, cost: billed }, at);
    return billed;
  }

  return {
    onCall(call) {
      costs.push(count(call, now()));
    },
    async cost() {
      return (await Promise.all(costs)).reduce(addCosts, undefined);
    },
  };
}
