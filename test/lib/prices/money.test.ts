import { readBudget } from "@/lib/chat/budget";
import { budgetLevel } from "@/lib/prices/budget";
import { addMoney, amountText, formatMoney, formatPrice, moneyList, readAmount } from "@/lib/prices/money";

test.each([
  ["12", 12_000_000],
  ["0.15", 150_000],
  ["0,15", 150_000],
  [" 3. ", 3_000_000],
  ["0.000001", 1],
  ["٠٫١٥", 150_000],
  ["۲۰", 20_000_000],
  ["২.৫", 2_500_000],
  ["999999999", 999_999_999_000_000],
  ["", undefined],
  ["-1", undefined],
  ["1e3", undefined],
  ["1,000.50", undefined],
  ["0.0000001", undefined],
  ["1234567890", undefined],
  ["NaN", undefined],
])("the typed amount %j is read", (text, micros) => {
  expect(readAmount(text)).toBe(micros);
});

test.each([
  [12_000_000, "12"],
  [150_000, "0.15"],
  [1, "0.000001"],
  [0, "0"],
])("the amount %i is written as %s", (micros, text) => {
  expect(amountText(micros)).toBe(text);
});

test.each([
  ["USD", 1_234_560_000, "en", "$1,234.56"],
  ["USD", 0, "en", "$0.00"],
  ["USD", 10_000, "en", "$0.01"],
  ["USD", 4_512, "en", "$0.0045"],
  ["USD", 14_900, "en", "$0.015"],
  ["USD", 149_000, "en", "$0.15"],
  ["EUR", 1_500_000, "de", "1,50 €"],
  ["JPY", 1_234_000_000, "en", "¥1,234"],
  ["JPY", 250_000, "en", "¥0.25"],
  ["KRW", 1_234_500_000, "ko", "₩1,235"],
  ["KRW", 12_000, "ko", "₩0.012"],
  ["KWD", 1_234_500, "en", "KWD 1.235"],
  ["KWD", 10_000, "en", "KWD 0.010"],
  ["KWD", 4_512, "en", "KWD 0.0045"],
  ["XXQ", 1_000_000, "en", "XXQ 1.00"],
])("%s %i in %s is formatted", (currency, micros, locale, text) => {
  expect(formatMoney({ currency, micros }, locale).replaceAll("\u00a0", " ")).toBe(text);
});

test.each([
  ["USD", "\u2067\u200f1.50 \u2068US$\u2069\u2069"],
  ["EUR", "\u2067\u200f1.50 \u2068€\u2069\u2069"],
])("in Arabic, the currency %s is isolated from the amount", (currency, text) => {
  const money = { currency, micros: 1_500_000 };
  expect(formatMoney(money, "ar-u-nu-latn").replaceAll("\u00a0", " ")).toBe(text);
  expect(formatPrice(money, "ar-u-nu-latn").replaceAll("\u00a0", " ")).toBe(text);
});

test.each([
  ["USD", 75_000, "$0.075"],
  ["USD", 1, "$0.000001"],
  ["USD", 3_000_000, "$3.00"],
  ["JPY", 2_500_000, "¥2.5"],
  ["KRW", 3_500_000_000, "₩3,500"],
  ["KWD", 770_000, "KWD\u00a00.770"],
])("the price %s %i has all its decimals", (currency, micros, text) => {
  expect(formatPrice({ currency, micros }, "en")).toBe(text);
});

test("sums are kept by currency, and listed in order", () => {
  const sums = [
    { currency: "USD", micros: 5 },
    { currency: "EUR", micros: 7 },
    { currency: "USD", micros: 1 },
  ].reduce(addMoney, {});
  expect(moneyList(sums)).toEqual([
    { currency: "EUR", micros: 7 },
    { currency: "USD", micros: 6 },
  ]);
});

describe("a budget", () => {
  test.each([
    [{}, "under"],
    [{ USD: 799 }, "under"],
    [{ USD: 800 }, "near"],
    [{ USD: 999 }, "near"],
    [{ USD: 1000 }, "over"],
    [{ USD: 5000 }, "over"],
    [{ EUR: 5000 }, "under"],
  ])("of 1000 after %j is %s", (spent, level) => {
    expect(budgetLevel({ currency: "USD", micros: 1000 }, spent)).toBe(level);
  });

  test.each([
    [
      { currency: "USD", micros: 5 },
      { currency: "USD", micros: 5 },
    ],
    [{ currency: "usd", micros: 5 }, undefined],
    [
      { currency: "USD", micros: 0 },
      { currency: "USD", micros: 0 },
    ],
    [{ currency: "USD", micros: -5 }, undefined],
    [{ currency: "USD", micros: 0.5 }, undefined],
    [{ currency: "USD" }, undefined],
    [null, undefined],
  ])("stored as %j is read", (stored, budget) => {
    expect(readBudget(stored)).toEqual(budget);
  });
});
