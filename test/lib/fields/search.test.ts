import { isFoundBy } from "@/lib/fields/search";
import { containsSimilar } from "@/lib/search/similar-words";

test.each([
  ["an empty query", "", ["Theme"], true],
  ["whitespace", "  ", ["Theme"], true],
  ["a part of a word", "hem", ["Theme"], true],
  ["another case", "THEME", ["Theme"], true],
  ["parts of different words", "dark theme", ["Theme", "dark mode"], true],
  ["a part without a match", "dark sound", ["Theme", "dark mode"], false],
  ["letters without their marks", "densite", ["Densité"], true],
  ["Arabic without its vowels", "الموجهات", ["الأقنعة والموجّهات"], true],
  ["Chinese", "字体", ["聊天字体"], true],
  ["full-width letters", "ＡＰＩ", ["API key"], true],
  ["regular expression characters", ".*", ["Theme"], false],
  ["punctuation", "c++", ["C++ (clang)"], true],
] as const)("matches exactly: %s: %j in %j", (_name, query, words, isFound) => {
  expect(isFoundBy(query, words)).toBe(isFound);
});

test.each([
  ["a missing letter", "temprature", ["Temperature"], true],
  ["transposed letters", "snyc chats", ["Sync", "All chats"], true],
  ["a typo and a part without a match", "temprature sound", ["Temperature"], false],
  ["too many typos", "tmprtre", ["Temperature"], false],
  ["a typo in a word of three letters", "ket", ["Key"], false],
  ["Cyrillic", "темпиратура", ["Температура"], true],
  ["no typo", "temperature", ["Temperature"], true],
])("matches with typos: %s: %j in %j", (_name, query, words, isFound) => {
  expect(isFoundBy(query, words, containsSimilar)).toBe(isFound);
});
