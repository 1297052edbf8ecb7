import { parseQuery } from "@/lib/search/query";

const cases: readonly [string, readonly string[]][] = [
  ["", []],
  ["   ", []],
  ["tide", ["tide"]],
  ["  High   TIDE ", ["high", "tide"]],
  ['"high tide" moon', ["high tide", "moon"]],
  ["“high tide”", ["high tide"]],
  ["「高い 潮」", ["高い 潮"]],
  ['"high ti', ["high ti"]],
  ['"', ['"']],
  ['""', ['""']],
  ['"a \\"high\\" tide" moon', ['a "high" tide', "moon"]],
  ['"C:\\" moon', ["c:\\", "moon"]],
  ['"\\\\server"', ["\\server"]],
  ['5" pipe', ['5"', "pipe"]],
  [".*", [".*"]],
  ["tide tides", ["tides"]],
  ["ＡＢＣ　ｶﾞ", ["abc", "ガ"]],
  ["مُدَرِّسَة", ["مدرسه"]],
];

test.each(cases)("%j searches for %j", (words, wanted) => {
  expect(parseQuery(words)).toEqual(wanted);
});

test.each([..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"])("searches for %s literally", (sign) => {
  expect(parseQuery(sign)).toEqual([sign]);
});

test("a pasted page is searched by its first words", () => {
  const page = Array.from({ length: 1000 }, (_, place) => `w${place}x`).join(" ");
  expect(parseQuery(page)).toEqual(Array.from({ length: 40 }, (_, place) => `w${place}x`));
});
