import fc from "fast-check";
import { createVocabulary, editDistance } from "@/lib/search/similar-words";

const cases: readonly [string, string, number][] = [
  ["tide", "tide", 0],
  ["tide", "tides", 1],
  ["tide", "tied", 1],
  ["receive", "recieve", 1],
  ["government", "goverment", 1],
  ["tide", "moon", 3],
];

test.each(cases)("%s and %s differ by %d typos, counted up to two", (one, other, slips) => {
  expect(editDistance(one, other, 2)).toBe(slips);
});

test("counts typos the same in both directions", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  fc.assert(fc.property(word, word, (one, other) => editDistance(one, other, 6) === editDistance(other, one, 6)));
});

test("long words tolerate two typos, short ones one, and the shortest none", () => {
  const vocabulary = createVocabulary();
  vocabulary.add("the tide, the tidal current; continental continents");
  expect(vocabulary.similarTo("tyde")).toEqual(["tide"]);
  expect(vocabulary.similarTo("continetnal")).toEqual(["continental"]);
  expect(vocabulary.similarTo("the")).toEqual([]);
  expect(vocabulary.similarTo("tide")).toEqual([]);
});

test("words of Arabic and Cyrillic tolerate typos, and Chinese has no words", () => {
  const vocabulary = createVocabulary();
  vocabulary.add("المحادثات прилив 潮汐表现得很晚");
  expect(vocabulary.similarTo("المحادتات")).toEqual(["المحادثات"]);
  expect(vocabulary.similarTo("прелив")).toEqual(["прилив"]);
  expect(vocabulary.similarTo("潮汐表现得很早")).toEqual([]);
});

test("text that is not a word has no similar words", () => {
  const vocabulary = createVocabulary();
  vocabulary.add("tide");
  for (const text of [".*", "????", "tide.", "tid tide", "((((", "\\\\\\\\"])
    expect(vocabulary.similarTo(text)).toEqual([]);
});

test("words are recognized beside any other characters", () => {
  const vocabulary = createVocabulary();
  const added: string[] = [];
  vocabulary.add("「tide」が来る naïveté–прилив,tide;überall🙂spring...ab Neap", (word) => added.push(word));
  expect(added).toEqual(["tide", "naïveté", "прилив", "überall", "spring", "Neap"]);
  expect(vocabulary.similarTo("naivete")).toEqual([]);
  expect(vocabulary.similarTo("naïvete")).toEqual(["naïveté"]);
});
