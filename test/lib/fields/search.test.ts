import { isFoundBy } from "@/lib/fields/search";
import { containsSimilar } from "@/lib/search/similar-words";

test.each([
  ["an empty query", "", ["Theme"], true],
  ["blanks", "  ", ["Theme"], true],
  ["a part of a word", "hem", ["Theme"], true],
  ["another case", "THEME", ["Theme"], true],
  ["parts that stand in different words", "dark theme", ["Theme", "dark mode"], true],
  ["a part that stands nowhere", "dark sound", ["Theme", "dark mode"], false],
  ["letters without their marks", "densite", ["Densité"], true],
  ["Arabic without its vowels", "الموجهات", ["الأقنعة والموجّهات"], true],
  ["Chinese", "字体", ["聊天字体"], true],
  ["full-width letters", "ＡＰＩ", ["API key"], true],
  ["signs that mean something elsewhere", ".*", ["Theme"], false],
  ["signs as they are", "c++", ["C++ (clang)"], true],
] as const)("%s: %j in %j", (_name, query, words, isFound) => {
  expect(isFoundBy(query, words)).toBe(isFound);
});

test.each([
  ["a letter left out", "temprature", ["Temperature"], true],
  ["letters that changed places", "snyc chats", ["Sync", "All chats"], true],
  ["a slip beside a part that stands nowhere", "temprature sound", ["Temperature"], false],
  ["too many slips", "tmprtre", ["Temperature"], false],
  ["a slip in a word of three letters", "ket", ["Key"], false],
  ["Cyrillic", "темпиратура", ["Температура"], true],
  ["the words themselves", "temperature", ["Temperature"], true],
])("where slips are forgiven, %s: %j in %j", (_name, query, words, isFound) => {
  expect(isFoundBy(query, words, containsSimilar)).toBe(isFound);
});
