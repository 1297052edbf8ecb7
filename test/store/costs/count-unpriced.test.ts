import type { LedgerCall } from "@/lib/prices/ledger";
import type { OwnPrice } from "@/lib/prices/own-prices";
import { noTokens } from "@/lib/prices/token-counts";
import { countUnpriced } from "@/store/costs/count-calls";

const free: OwnPrice = { providerName: "OpenAI", model: "tts-1", currency: "USD", price: { input: 0, output: 0 } };

test.each([
  ["without a price, the cost is unknown and not zero", [], { kind: "unknown" }],
  ["with an own price of zero, it is free", [free], undefined],
] as const)("speech is counted as a call: %s", async (_case, own, cost) => {
  const added: [LedgerCall, number][] = [];
  const ledger = {
    add: async (call: LedgerCall, at: number) => void added.push([call, at]),
    open: async () => {},
    forget: async () => {},
  };
  const loadPrices = async () => ({ table: undefined, own });
  const called = { providerName: "OpenAI", model: "tts-1" };
  await countUnpriced(called, { now: () => 7 }, { ledger, loadPrices });
  expect(added).toEqual([[{ ...called, counts: noTokens, cost }, 7]]);
});
