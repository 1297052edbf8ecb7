import type { LedgerCall } from "@/lib/prices/ledger";
import type { OwnPrice } from "@/lib/prices/own-prices";
import { noTokens } from "@/lib/prices/token-counts";
import { countSpeech } from "@/store/costs/count-calls";

const free: OwnPrice = { providerName: "OpenAI", model: "tts-1", currency: "USD", price: { input: 0, output: 0 } };
/** 30 dollars for a million characters. */
const priced: OwnPrice = { ...free, price: { ...free.price, characters: 30_000_000 } };
const yen: OwnPrice = { ...free, currency: "JPY", price: { ...free.price, characters: 2_000_000_000 } };

test.each([
  ["by the table, each symbol counts once", [], { kind: "about", currency: "USD", micros: 75 }],
  [
    "with an own price of tokens only, the cost is unknown and not zero",
    [{ ...free, price: { input: 600_000, output: 12_000_000 } }],
    { kind: "unknown" },
  ],
  ["with an own price of zero, it is free", [free], undefined],
  ["with an own price of characters", [priced], { kind: "about", currency: "USD", micros: 150 }],
  ["also in a currency without cents", [yen], { kind: "about", currency: "JPY", micros: 10_000 }],
] as const)("speech is counted as a call: %s", async (_case, own, cost) => {
  const added: [LedgerCall, number][] = [];
  const ledger = {
    add: async (call: LedgerCall, at: number) => void added.push([call, at]),
    open: async () => {},
    forget: async () => {},
  };
  const loadPrices = async () => ({ table: undefined, own });
  const called = { providerName: "OpenAI", model: "tts-1" };
  await countSpeech(called, { text: "Tide🌊", seconds: undefined }, { now: () => 7 }, { ledger, loadPrices });
  expect(added).toEqual([[{ ...called, counts: noTokens, cost }, 7]]);
});
