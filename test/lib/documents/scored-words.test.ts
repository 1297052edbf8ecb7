import { languageBit } from "@/lib/documents/common-words";
import { type ScoredWord, scoredWords } from "@/lib/documents/scored-words";
import { textLanguages } from "@/lib/documents/text-languages";
import { relatedTo } from "@/lib/documents/word-relations";
import { createWordTable } from "@/lib/documents/word-table";

/** The words of a query over a table of words, with the words of the table instead of their numbers. */
function scored(query: string, languages: number, ...known: readonly string[]) {
  const table = createWordTable();
  for (const word of known) table.add(word, 0, word.length);
  const named = (variants: ScoredWord["variants"]) =>
    variants.map(({ word, weight }) => `${table.word(word)} ${Number(weight.toFixed(2))}`);
  return scoredWords(table, query, languages).map(({ variants, related, ...weights }) => ({
    variants: named(variants),
    related: named(related),
    ...weights,
  }));
}

test("a word stands for itself, other forms, and related words, each of them once", () => {
  const known = ["costs", "fee", "fees", "price", "january", "when", "moon"];
  expect(scored("When does the fee cost?", languageBit("en"), ...known)).toEqual([
    { variants: ["when 1"], weight: 0.12, related: ["january 1"], relatedWeight: 0.15 },
    { variants: [], weight: 0.12, related: [], relatedWeight: 0.15 },
    { variants: [], weight: 0.12, related: [], relatedWeight: 0.15 },
    { variants: ["fee 1", "fees 0.6"], weight: 1, related: ["price 1"], relatedWeight: 0.4 },
    { variants: ["costs 0.64"], weight: 1, related: [], relatedWeight: 0.4 },
  ]);
});

test("related words are of the languages of the question", () => {
  const german = scored("Auto", languageBit("de"), "pkw", "vehicle");
  expect(german).toEqual([{ variants: [], weight: 1, related: ["pkw 1"], relatedWeight: 0.4 }]);
  expect(relatedTo("auto", languageBit("en"))).toEqual([]);
  expect(relatedTo("trucks", languageBit("en"))).toEqual(["truck", "lorry", "van"]);
  expect(relatedTo("trucks", 0)).toEqual(["truck", "lorry", "van"]);
  expect(relatedTo("moon", 0)).toEqual([]);
});

test("a query has at most 100 related words, first of words that may be its subject", () => {
  const subjects =
    "cost start end cancel ill accident holiday guest employee boss child parent car lose late need animal food clothes profit repair danger";
  const words = [...new Set(subjects.split(" ").flatMap((word) => relatedTo(word, languageBit("en"))))];
  const result = scored(`when ${subjects}`, languageBit("en"), ...words, "january");
  const related = result.flatMap((word) => word.related);
  expect(related.length).toBeLessThanOrEqual(100);
  expect(related.length).toBeGreaterThan(80);
  expect(result[0]?.related).toEqual([]);
});

test.each([
  ["What does the ferry cost?", ["en"]],
  ["Was kostet die Fähre?", ["de"]],
  ["Combien coûte le bateau ?", ["fr"]],
  ["¿Cuánto cuesta el barco para los niños?", ["es"]],
  ["Сколько стоит лодка?", ["ru"]],
  ["船はいくらですか", ["ja"]],
  ["坐船要多少钱", ["zh"]],
  ["배는 얼마예요", ["ko"]],
  ["كم ثمن القارب", ["ar"]],
  ["Oven Desk 4", []],
  ["", []],
])("the language of %j", (text, expected) => {
  const all = ["en", "de", "fr", "es", "it", "pt", "da", "ru", "cs", "tr", "id", "vi", "ar", "bn", "zh", "ja", "ko"];
  expect(all.filter((language) => textLanguages(text) & languageBit(language))).toEqual(expected);
});

test("the middle of a long text decides, too, and numbers alone have no language", () => {
  const numbers = "12 34 ".repeat(1000);
  expect(textLanguages(numbers)).toBe(0);
  expect(textLanguages(`${numbers}The fee is due in May, and it is not high. ${numbers}`)).toBe(languageBit("en"));
});
