import type { LedgerCall } from "@/lib/prices/ledger";
import type { OwnPrice } from "@/lib/prices/own-prices";
import { noTokens } from "@/lib/prices/token-counts";
import { countEmbedding } from "@/store/costs/count-calls";

const openAI = { providerName: "OpenAI", model: "text-embedding-3-small" };
const local = { providerName: "Ollama", model: "nomic-embed-text" };
/** 20 cents for a million tokens. */
const priced: OwnPrice = { ...openAI, currency: "USD", price: { input: 200_000, output: 0 } };

test.each([
  ["by the reported tokens", openAI, [priced], 1000, 1000, { kind: "exact", currency: "USD", micros: 200 }],
  [
    "by an estimate if none are reported",
    openAI,
    [priced],
    undefined,
    500,
    { kind: "about", currency: "USD", micros: 100 },
  ],
  ["with an unknown price", openAI, [], 1000, 1000, { kind: "unknown" }],
  ["at no cost on this computer", local, [], 1000, 1000, undefined],
] as const)("vectors are counted as a call: %s", async (_case, called, own, tokens, input, cost) => {
  const added: [LedgerCall, number][] = [];
  const ledger = {
    add: async (call: LedgerCall, at: number) => void added.push([call, at]),
    open: async () => {},
    forget: async () => {},
  };
  const loadPrices = async () => ({ table: undefined, own });
  await countEmbedding(called, { tokens, estimated: 500 }, { now: () => 7 }, { ledger, loadPrices });
  expect(added).toEqual([[{ ...called, counts: { ...noTokens, input }, cost }, 7]]);
});
