import compile from "icu-minify/compile";
import formatCompiled from "icu-minify/format";
import { lengthen } from "@/locales/pseudo";

const formatters = {
  getDateTimeFormat: (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
  getNumberFormat: (...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given),
  getPluralRules: (...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given),
};

/** What a message reads like in the language for tests. */
function read(text: string, values: Readonly<Record<string, unknown>> = {}): unknown {
  const { app } = lengthen({ app: { text: compile(text) } });
  return formatCompiled(app.text, "en", values as never, { formatters });
}

test("texts get accented letters, brackets, and 40 % more length", () => {
  expect(read("New chat")).toBe("⟦Ñéw çĥàţ····⟧");
  expect(read("")).toBe("⟦⟧");
});

test("arguments, numbers and plural forms stay unchanged", () => {
  expect(read("Message {name}", { name: "Parley" })).toBe("⟦Méššàĝé Parley·····⟧");
  const chats = "{count, plural, =0 {No chats} one {# chat} other {# chats}}";
  expect([0, 1, 1234].map((count) => read(chats, { count }))).toEqual([
    "⟦Ñô çĥàţš····⟧",
    "⟦1 çĥàţ····⟧",
    "⟦1,234 çĥàţš····⟧",
  ]);
  expect(read("{part, number} of it", { part: 1234.5 })).toBe("⟦1,234.5 ôf îţ····⟧");
  expect(read("{role, select, user {You} other {It}}", { role: "user" })).toBe("⟦Ýôû··⟧");
});

test("text between tags is marked, and the tags stay", () => {
  const { app } = lengthen({ app: { text: compile("See <link>the guide</link>.") } });
  const link = (chunks: readonly unknown[]) => `[${chunks.join("")}]`;
  expect(formatCompiled(app.text, "en", { link } as never, { formatters })).toBe("⟦Šéé [ţĥé ĝûîďé].····⟧");
});
