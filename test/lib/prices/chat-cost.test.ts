import { addCosts } from "@/lib/chat/reply-cost";
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

test.each([
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
