import type { ReplyCost, StoredCost } from "@/lib/chat/message";
import { addCosts, readCost } from "@/lib/chat/reply-cost";
import { costOfMessages } from "@/lib/prices/chat-cost";

const exact = { kind: "exact", currency: "USD", micros: 100 } as const;
const about = { kind: "about", currency: "USD", micros: 50 } as const;
const euro = { kind: "exact", currency: "EUR", micros: 7 } as const;
const unknown = { kind: "unknown" } as const;

test("the cost of a chat is the sum by currency, and the number of unknown ones", () => {
  expect(costOfMessages([{ cost: exact }, {}, { cost: euro }])).toEqual({
    ...{ money: { USD: 100, EUR: 7 }, isAbout: false, unknown: 0 },
  });
  expect(costOfMessages([{ cost: exact }, { cost: about }, { cost: unknown }])).toEqual({
    ...{ money: { USD: 150 }, isAbout: true, unknown: 1 },
  });
});

test.each<[ReplyCost | undefined, ReplyCost | undefined, ReplyCost | undefined]>([
  [undefined, undefined, undefined],
  [exact, undefined, exact],
  [undefined, about, about],
  [exact, exact, { kind: "exact", currency: "USD", micros: 200 }],
  [exact, about, { kind: "about", currency: "USD", micros: 150 }],
  [exact, unknown, unknown],
  [exact, euro, unknown],
])("the costs %j and %j are added up", (one, other, sum) => {
  expect(addCosts(one, other)).toEqual(sum);
});

test.each<[StoredCost, ReplyCost]>([
  [exact, exact],
  [about, about],
  [unknown, unknown],
  [
    { ...exact, kind: "odd" },
    { ...exact, kind: "about" },
  ],
  [{ ...exact, micros: -1 }, unknown],
  [{ ...exact, micros: 0.5 }, unknown],
  [{ ...exact, micros: 1e300 }, unknown],
  [{ ...exact, currency: "dollar" }, unknown],
  [{ kind: "exact", micros: 1 }, unknown],
])("the stored cost %j is read", (stored, cost) => {
  expect(readCost(stored)).toEqual(cost);
});
